package dev.mooring.app.state;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.store.StateStore;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Stores that another thread opens, so that a program starts meanwhile: SQLite takes longer to load than a port to open. */
public final class StartingHandleStores implements StateStore {
    private final CompletableFuture<StateStore> stores = new CompletableFuture<>();

    /** Starts to open stores. */
    public StartingHandleStores(Supplier<StateStore> opening) {
        Thread.ofPlatform().daemon().name("open-store").start(() -> {
            try {
                stores.complete(opening.get());
            } catch (RuntimeException | Error e) { // every operation reports it
                stores.completeExceptionally(e);
            }
        });
    }

    @Override
    public <S> HandleStore<S> open(String scope, HandleCodec<S> codec, HandleStoreOptions<S> options) {
        return new StartingHandleStore<>(stores.thenApply(opened -> opened.open(scope, codec, options)));
    }

    /** Waits until the stores are open. */
    @Override
    public AuthorizationStore authorization(String scope) {
        return stores.join().authorization(scope);
    }

    @Override
    public boolean isDurable() {
        return stores.join().isDurable();
    }

    @Override
    public void close() {
        stores.join().close();
    }
}
