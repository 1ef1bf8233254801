package io.netpoll.it.shop;

import java.time.Duration;
import java.util.List;
import org.springframework.graphql.data.method.annotation.Argument;
import org.springframework.graphql.data.method.annotation.MutationMapping;
import org.springframework.graphql.data.method.annotation.QueryMapping;
import org.springframework.graphql.data.method.annotation.SubscriptionMapping;
import org.springframework.stereotype.Controller;
import reactor.core.publisher.Flux;

/** Items in GraphQL. */
@Controller
class ItemGraph {

    private final Stock stock;

    ItemGraph(Stock stock) {
        this.stock = stock;
    }

    @QueryMapping
    List<Item> items() {
        return stock.items();
    }

    @MutationMapping
    Item addItem(@Argument String name, @Argument int price) {
        Item item = new Item(name, price);
        stock.add(item);
        return item;
    }

    @SubscriptionMapping
    Flux<Item> offers() {
        return Flux.fromIterable(stock.items()).take(2).delayElements(Duration.ofMillis(10));
    }
}
