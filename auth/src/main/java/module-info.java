/** OAuth for MCP: the client signs in to remote servers. */
module dev.mooring.auth {
    requires transitive dev.mooring.mcp;
    requires com.nimbusds.jose.jwt;
    requires oauth2.oidc.sdk;
    requires java.net.http;
    requires jdk.httpserver;
    requires org.slf4j;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.auth.client;
}
