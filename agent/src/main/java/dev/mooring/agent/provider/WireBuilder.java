package dev.mooring.agent.provider;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Gives LangChain4j a {@link Wire}. All share one pool of connections. */
final class WireBuilder implements HttpClientBuilder {
    private static final Duration CONNECT = Duration.ofSeconds(15);

    private static final java.net.http.HttpClient HTTP = java.net.http.HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .version(java.net.http.HttpClient.Version.HTTP_1_1)
            .build();

    private final ToolWire tools;
    private @Nullable Duration readTimeout;

    WireBuilder(ToolWire tools) {
        this.tools = tools;
    }

    @Override
    public Duration connectTimeout() {
        return CONNECT;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
        return this;
    }

    @Override
    public @Nullable Duration readTimeout() {
        return readTimeout;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
        readTimeout = timeout;
        return this;
    }

    @Override
    public HttpClient build() {
        return new Wire(HTTP, tools);
    }
}
