package dev.mooring.agent.provider;

import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Builds a {@link ProviderHttpClient} for LangChain4j. All clients share one connection pool. */
final class ProviderHttpClientBuilder implements HttpClientBuilder {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(15);

    private static final java.net.http.HttpClient HTTP = java.net.http.HttpClient.newBuilder()
            .connectTimeout(CONNECT_TIMEOUT)
            .version(java.net.http.HttpClient.Version.HTTP_1_1)
            .build();

    private final WireFormat format;
    private @Nullable Duration readTimeout;

    ProviderHttpClientBuilder(WireFormat format) {
        this.format = format;
    }

    @Override
    public Duration connectTimeout() {
        return CONNECT_TIMEOUT;
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
        return new ProviderHttpClient(HTTP, format);
    }
}
