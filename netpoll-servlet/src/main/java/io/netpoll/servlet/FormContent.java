package io.netpoll.servlet;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The parameters in a request's content.
 *
 * @param text a form as it was sent, one character per octet; {@code null} if there is none
 * @param charset what the form's octets are encoded in
 * @param fields the fields of a multipart form, in order
 */
record FormContent(@Nullable String text, Charset charset, List<Map.Entry<String, String>> fields) {

    static final FormContent NONE = new FormContent(null, StandardCharsets.UTF_8, List.of());
}
