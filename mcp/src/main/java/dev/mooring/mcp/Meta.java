package dev.mooring.mcp;

import org.apiguardian.api.API;

/** The field {@code _meta} and the names in it that the specification reserves. */
@API(status = API.Status.MAINTAINED, since = "0.1")
public final class Meta {
    public static final String FIELD = "_meta";
    public static final String PROGRESS_TOKEN = "progressToken";
    public static final String PROTOCOL_VERSION = "io.modelcontextprotocol/protocolVersion";
    public static final String CLIENT_INFO = "io.modelcontextprotocol/clientInfo";
    public static final String CLIENT_CAPABILITIES = "io.modelcontextprotocol/clientCapabilities";
    public static final String LOG_LEVEL = "io.modelcontextprotocol/logLevel";
    public static final String SERVER_INFO = "io.modelcontextprotocol/serverInfo";
    public static final String SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

    private Meta() {}
}
