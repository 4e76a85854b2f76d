package dev.mooring.mcp;

import org.apiguardian.api.API;
import tools.jackson.core.JacksonException;

/** Thrown if input is not JSON, or exceeds a limit such as the nesting depth. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class MalformedJson extends Exception {
    MalformedJson(String detail) {
        super(detail);
    }

    static MalformedJson because(JacksonException cause) {
        String detail = cause.getOriginalMessage();
        return new MalformedJson(detail == null ? "not JSON" : detail);
    }
}
