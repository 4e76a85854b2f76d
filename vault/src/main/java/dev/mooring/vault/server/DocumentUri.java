package dev.mooring.vault.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;

/** The addresses of documents as resources: {@code vault:///} and the path, percent-encoded. */
final class DocumentUri {
    private static final String SCHEME = "vault";

    private DocumentUri() {}

    static String of(String path) {
        try {
            return new URI(SCHEME, "", "/" + path, null, null).toASCIIString();
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("No address for " + path, e);
        }
    }

    /** The path that an address names, whether there is a document or not. */
    static Optional<String> pathOf(String uri) {
        try {
            var parsed = new URI(uri);
            String path = parsed.getPath();
            boolean isOurs = SCHEME.equalsIgnoreCase(parsed.getScheme())
                    && parsed.getRawAuthority() == null
                    && parsed.getRawQuery() == null
                    && parsed.getRawFragment() == null;
            return isOurs && path != null && path.startsWith("/") ? Optional.of(path.substring(1)) : Optional.empty();
        } catch (URISyntaxException e) {
            return Optional.empty();
        }
    }
}
