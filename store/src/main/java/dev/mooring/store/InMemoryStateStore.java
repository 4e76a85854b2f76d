package dev.mooring.store;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStores;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** State that ends with the process. */
final class InMemoryStateStore implements StateStore {
    private final HandleStores handles = HandleStores.inMemory();
    private final Map<String, AuthorizationStore> authorization = new ConcurrentHashMap<>();

    @Override
    public <S> HandleStore<S> open(String scope, HandleCodec<S> codec, HandleStoreOptions<S> options) {
        return handles.open(scope, codec, options);
    }

    @Override
    public AuthorizationStore authorization(String scope) {
        return authorization.computeIfAbsent(scope, _ -> AuthorizationStore.inMemory());
    }

    @Override
    public boolean isDurable() {
        return false;
    }

    @Override
    public void close() {
        handles.close();
    }
}
