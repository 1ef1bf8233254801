package io.netpoll.it.shop;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.stereotype.Component;

/** The items there are. */
@Component
public class Stock {

    private final List<Item> items = new CopyOnWriteArrayList<>(List.of(new Item("Tea", 250), new Item("Käse", 480)));

    /** All items, the oldest first. */
    public List<Item> items() {
        return List.copyOf(items);
    }

    /** Adds an item. */
    public void add(Item item) {
        items.add(item);
    }
}
