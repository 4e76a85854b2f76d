package dev.mooring.app.review;

import dev.mooring.app.web.Html;
import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.WebRequest;
import dev.mooring.vault.review.SuggestionFilter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** A filter as entered in the page's form or URL: one value per field, empty for no restriction. */
record FilterQuery(String author, String folder, String age, String text) {
    /** The age options in menu order: value to label. */
    static final Map<String, String> AGES = ages();

    /** The filter without a restriction. */
    static final FilterQuery NONE = new FilterQuery("", "", "", "");

    private static final int MAX_LENGTH = 500;

    FilterQuery {
        author = shortened(author);
        folder = shortened(folder);
        text = shortened(text);
        age = AGES.containsKey(age) ? age : "";
    }

    private static Map<String, String> ages() {
        Map<String, String> ages = new LinkedHashMap<>();
        ages.put("", "Any age");
        ages.put("last-hour", "From the last hour");
        ages.put("last-day", "From the last day");
        ages.put("older-day", "Older than a day");
        ages.put("older-week", "Older than a week");
        return ages;
    }

    private static String shortened(String value) {
        return value.length() > MAX_LENGTH ? value.substring(0, MAX_LENGTH) : value.strip();
    }

    static FilterQuery of(WebRequest request) {
        return of(request::parameter);
    }

    static FilterQuery of(ObjectNode json) {
        return of(name -> Json.stringAt(json, name));
    }

    private static FilterQuery of(Function<String, @Nullable String> values) {
        return new FilterQuery(
                orEmpty(values.apply("author")),
                orEmpty(values.apply("folder")),
                orEmpty(values.apply("age")),
                orEmpty(values.apply("text")));
    }

    private static String orEmpty(@Nullable String value) {
        return value == null ? "" : value;
    }

    SuggestionFilter filter() {
        var filter = SuggestionFilter.builder().author(author).folder(folder).text(text);
        switch (age) {
            case "older-day" -> filter.olderThan(Duration.ofDays(1));
            case "older-week" -> filter.olderThan(Duration.ofDays(7));
            case "last-hour" -> filter.newerThan(Duration.ofHours(1));
            case "last-day" -> filter.newerThan(Duration.ofDays(1));
            default -> {} // any age
        }
        return filter.build();
    }

    boolean isEmpty() {
        return filter().isAll();
    }

    /** Returns the URL of a document on the page with this filter. */
    String url(String path) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("path", path);
        query.put("author", author);
        query.put("folder", folder);
        query.put("age", age);
        query.put("text", text);
        return "/?"
                + query.entrySet().stream()
                        .filter(entry -> !entry.getValue().isEmpty())
                        .map(entry ->
                                entry.getKey() + "=" + URLEncoder.encode(entry.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"));
    }

    static void option(Html html, String value, String label, boolean isChosen) {
        html.raw("<option").attribute("value", value).raw(isChosen ? " selected>" : ">");
        html.text(label).raw("</option>");
    }
}
