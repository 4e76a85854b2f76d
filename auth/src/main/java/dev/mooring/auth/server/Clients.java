package dev.mooring.auth.server;

import dev.mooring.auth.grant.AuthorizationStore;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds configured clients, clients with a metadata document, and registered clients. */
final class Clients {
    private final Map<String, ConfiguredClient> configured;
    private final ClientDocuments documents;
    private final AuthorizationStore store;

    Clients(Collection<ConfiguredClient> configured, ClientDocuments documents, AuthorizationStore store) {
        this.configured = configured.stream().collect(Collectors.toMap(ConfiguredClient::id, Function.identity()));
        this.documents = documents;
        this.store = store;
    }

    /**
     * Returns the client with an id. May connect to the host in the id.
     *
     * @throws ClientDocuments.UnusableDocument if the client's document cannot be used
     */
    Optional<Client> find(String id) throws ClientDocuments.UnusableDocument {
        ConfiguredClient known = configured.get(id);
        if (known != null) {
            return Optional.of(new Client(id, known.name(), known.redirectUris(), ""));
        }
        if (id.startsWith("https://")) {
            return Optional.of(documents.fetch(id));
        }
        return store.client(id).map(client -> new Client(id, client.name(), client.redirectUris(), ""));
    }

    /** Returns the secret that a client must prove; empty if it has none. */
    Optional<String> secretOf(String id) {
        return Optional.ofNullable(configured.get(id)).map(ConfiguredClient::secret);
    }
}
