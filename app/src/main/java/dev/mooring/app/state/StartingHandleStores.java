package dev.mooring.app.state;

import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStores;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** Stores that another thread opens, so that a program starts meanwhile: SQLite takes longer to load than a port to open. */
public final class StartingHandleStores implements HandleStores {
    private final CompletableFuture<HandleStores> stores = new CompletableFuture<>();

    /** Starts to open stores. */
    public StartingHandleStores(Supplier<HandleStores> opening) {
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

    @Override
    public boolean isDurable() {
        return stores.join().isDurable();
    }

    @Override
    public void close() {
        stores.join().close();
    }
}
