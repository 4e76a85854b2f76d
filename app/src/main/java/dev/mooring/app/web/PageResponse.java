package dev.mooring.app.web;

import dev.mooring.mcp.Json;
import dev.mooring.mcp.server.http.WebResponse;

/** The responses of pages. */
public final class PageResponse {
    private PageResponse() {}

    /** Returns a page or a fragment of one. */
    public static WebResponse html(int status, Html body) {
        return WebResponse.of(status, "text/html; charset=utf-8", body.toString());
    }

    /** Returns {@code {"problem": reason}}, which the scripts of the pages show to the person. */
    public static WebResponse problem(int status, String reason) {
        return WebResponse.json(status, Json.object().put("problem", reason));
    }

    /** Returns a redirect to another page of this service. */
    public static WebResponse redirect(String path) {
        return WebResponse.of(303).with("Location", path);
    }
}
