package dev.mooring.app.state;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.store.StateStore;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/**
 * Stores that another thread opens, so that the program starts meanwhile: SQLite takes longer to load than a port to open.
 * If the stores cannot be opened, each operation throws {@link HandleStoreUnavailable}.
 */
public final class DeferredHandleStores implements StateStore {
    private final CompletableFuture<StateStore> stores = new CompletableFuture<>();

    /** Starts to open stores. */
    public DeferredHandleStores(Supplier<StateStore> opening) {
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
        return new DeferredHandleStore<>(stores.thenApply(opened -> opened.open(scope, codec, options)));
    }

    /** Waits until the stores are open. */
    @Override
    public AuthorizationStore authorization(String scope) {
        return await(stores).authorization(scope);
    }

    @Override
    public boolean isDurable() {
        return await(stores).isDurable();
    }

    /** Closes the stores, if they were opened. */
    @Override
    public void close() {
        ifOpened(stores).ifPresent(StateStore::close);
    }

    /** Waits for a store, and returns it if it could be opened. */
    static <T> Optional<T> ifOpened(CompletableFuture<T> opening) {
        return opening.handle((opened, _) -> Optional.ofNullable(opened)).join();
    }

    /** Waits for a store. */
    static <T> T await(CompletableFuture<T> opening) {
        try {
            return opening.join();
        } catch (CompletionException e) {
            Throwable cause = e.getCause() == null ? e : e.getCause();
            throw cause instanceof HandleStoreUnavailable
                    ? new HandleStoreUnavailable(String.valueOf(cause.getMessage()), cause)
                    : new HandleStoreUnavailable("Cannot open the store of sessions: " + cause, cause);
        }
    }
}
