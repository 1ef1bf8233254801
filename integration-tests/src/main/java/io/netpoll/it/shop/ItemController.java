package io.netpoll.it.shop;

import jakarta.validation.Valid;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Items as JSON. */
@RestController
@RequestMapping("/items")
class ItemController {

    private final Stock stock;

    ItemController(Stock stock) {
        this.stock = stock;
    }

    @GetMapping
    List<Item> items() {
        return stock.items();
    }

    @PostMapping
    @ResponseStatus(HttpStatus.CREATED)
    Item add(@Valid @RequestBody Item item) {
        stock.add(item);
        return item;
    }
}
