package dev.mooring.vault.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** The resource URIs of documents: {@code vault:///} and the percent-encoded path. */
final class DocumentUri {
    private static final String SCHEME = "vault";

    private DocumentUri() {}

    static String of(String path) {
        try {
            return new URI(SCHEME, "", "/" + path, null, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("Cannot make a resource URI from path " + path, e);
        }
    }

    /** Returns the path in a URI; empty if the URI is not that of a document. */
    static Optional<String> pathOf(String uri) {
        try {
            var parsed = new URI(uri);
            String path = parsed.getPath();
            boolean isDocumentUri = SCHEME.equalsIgnoreCase(parsed.getScheme())
                    && parsed.getRawAuthority() == null
                    && parsed.getRawQuery() == null
                    && parsed.getRawFragment() == null;
            return isDocumentUri && path != null && path.startsWith("/")
                    ? Optional.of(path.substring(1))
                    : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
