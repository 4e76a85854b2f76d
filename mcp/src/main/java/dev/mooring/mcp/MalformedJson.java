package dev.mooring.mcp;

import tools.jackson.core.JacksonException;

/** What was read is not JSON, or exceeds a limit on its shape. */
public final class MalformedJson extends Exception {
    MalformedJson(String detail) {
        super(detail);
    }

    static MalformedJson because(JacksonException cause) {
        String detail = cause.getOriginalMessage();
        return new MalformedJson(detail == null ? "not JSON" : detail);
    }
}
