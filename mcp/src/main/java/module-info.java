/** The Model Context Protocol: both eras, both ends, over stdio and Streamable HTTP. */
@SuppressWarnings("module") // the modules of qualified exports are compiled later, and app is not a named module
module dev.mooring.mcp {
    requires transitive tools.jackson.databind;
    requires com.github.benmanes.caffeine;
    requires com.networknt.schema;
    requires java.management;
    requires jdk.management;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires org.eclipse.jetty.server;
    requires org.slf4j;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.mcp;
    exports dev.mooring.mcp.client;
    exports dev.mooring.mcp.client.credentials;
    exports dev.mooring.mcp.client.http to
            dev.mooring.gateway;
    exports dev.mooring.mcp.client.transport to
            dev.mooring.gateway;
    exports dev.mooring.mcp.crypto to
            dev.mooring.app,
            dev.mooring.auth,
            dev.mooring.gateway,
            dev.mooring.vault;
    exports dev.mooring.mcp.server;
    exports dev.mooring.mcp.server.http;
    exports dev.mooring.mcp.server.http.sessions;
    exports dev.mooring.mcp.server.stdio;
}
