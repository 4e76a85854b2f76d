package dev.mooring.mcp.client;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apiguardian.api.API;

/** The environment variables that a local server inherits: enough to run, but none that usually contain secrets. */
@API(status = API.Status.MAINTAINED, since = "0.1")
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

    /** Returns the inherited variables with the additions, which override them. */
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
