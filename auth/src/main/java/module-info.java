/** OAuth for MCP, at both ends: client, resource server, and a built-in authorization server. */
module dev.mooring.auth {
    requires transitive dev.mooring.mcp;
    requires com.github.benmanes.caffeine;
    requires com.nimbusds.jose.jwt;
    requires oauth2.oidc.sdk;
    requires java.net.http;
    requires org.apache.httpcomponents.client5.httpclient5;
    requires org.apache.httpcomponents.core5.httpcore5;
    requires jdk.httpserver;
    requires org.slf4j;
    requires static transitive org.apiguardian.api;
    requires static transitive org.jspecify;

    exports dev.mooring.auth.client;
    exports dev.mooring.auth.grant;
    exports dev.mooring.auth.resource;
    exports dev.mooring.auth.server;
}
