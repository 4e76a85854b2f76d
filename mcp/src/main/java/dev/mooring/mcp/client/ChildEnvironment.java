package dev.mooring.mcp.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a local server sees of this program's environment: enough to run, none of the secrets that happen to be there. */
public final class ChildEnvironment {
    private static final List<String> INHERITED = List.of(
            "HOME",
            "LOGNAME",
            "PATH",
            "SHELL",
            "TERM",
            "USER",
            "LANG",
            "LC_ALL",
            "TMPDIR",
            "DISPLAY",
            "HTTP_PROXY",
            "HTTPS_PROXY",
            "NO_PROXY",
            "http_proxy",
            "https_proxy",
            "no_proxy",
            "SSL_CERT_FILE",
            "SSL_CERT_DIR",
            "NODE_EXTRA_CA_CERTS",
            "REQUESTS_CA_BUNDLE");

    private ChildEnvironment() {}

    /** The inherited variables with the additions, which win. */
    public static Map<String, String> inherited(Map<String, String> additions) {
        Map<String, String> environment = new HashMap<>();
        for (String name : INHERITED) {
            String value = System.getenv(name);
            if (value != null) {
                environment.put(name, value);
            }
        }
        environment.putAll(additions);
        return environment;
    }
}
