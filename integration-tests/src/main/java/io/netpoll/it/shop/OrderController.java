package io.netpoll.it.shop;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;

/** Orders by a form of Thymeleaf, with validation, redirect and flash attributes. */
@Controller
class OrderController {

    @GetMapping("/order")
    String form(@ModelAttribute("order") Order order, Model model) {
        return "order";
    }

    @PostMapping("/order")
    String order(@Valid @ModelAttribute("order") Order order, BindingResult result, RedirectAttributes redirect) {
        if (result.hasErrors()) {
            return "order";
        }
        redirect.addFlashAttribute("ordered", order.count() + " × " + order.item());
        return "redirect:/order";
    }

    record Order(
            @NotBlank @Nullable String item,
            @Min(1) @Max(9) @Nullable Integer count) {}
}
