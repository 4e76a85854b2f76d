package dev.mooring.agent.provider;

import java.net.http.HttpHeaders;

/** Thrown if a response has a success status but is not in the provider's format, such as the HTML page of a proxy. */
final class ForeignResponse extends RuntimeException {
    private static final long serialVersionUID = 1;

    ForeignResponse(int status, HttpHeaders headers) {
        super("HTTP " + status + ", content type "
                + headers.firstValue("content-type").orElse("missing"));
    }
}
