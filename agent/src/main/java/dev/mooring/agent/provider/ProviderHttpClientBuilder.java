package dev.mooring.agent.provider;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Gives LangChain4j a {@link ProviderHttpClient}. All share one pool of connections. */
final class ProviderHttpClientBuilder implements HttpClientBuilder {
    private static final Duration CONNECT = Duration.ofSeconds(15);

    private static final java.net.http.HttpClient HTTP = java.net.http.HttpClient.newBuilder()
            .connectTimeout(CONNECT)
            .version(java.net.http.HttpClient.Version.HTTP_1_1)
            .build();

    private final WireFormat tools;
    private @Nullable Duration readTimeout;

    ProviderHttpClientBuilder(WireFormat tools) {
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
        return new ProviderHttpClient(HTTP, tools);
    }
}
