package dev.mooring.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.InMemoryHandleStore;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** A database that can be read, but whose updates fail. */
class FallbackHandleStoreTest {
    private final HandleStore<String> database = new InMemoryHandleStore<>(HandleStoreOptions.of(HandleLimits.DEFAULT));

    private HandleStore<String> store(HandleLimits limits, Callable<?> beforeFailure) {
        @SuppressWarnings("unchecked")
        var failing = (HandleStore<String>) Proxy.newProxyInstance(
                HandleStore.class.getClassLoader(), new Class<?>[] {HandleStore.class}, (_, method, arguments) -> {
                    if (method.getName().equals("update")) {
                        beforeFailure.call();
                        throw new StoreFailed("The database is down.", new IOException());
                    }
                    return method.invoke(database, arguments);
                });
        return new FallbackHandleStore<>(failing, new InMemoryHandleStore<>(HandleStoreOptions.of(limits)));
    }

    private HandleId stored(String state) {
        HandleId id = HandleId.random();
        database.put(new Handle<>(id, HandleOwner.ANONYMOUS, state));
        return id;
    }

    @Test
    void concurrentUpdatesOfOneHandleAreAllKeptWhileTheDatabaseFails() throws Exception {
        HandleId id = stored("");
        var bothFail = new CyclicBarrier(2);
        HandleStore<String> store = store(HandleLimits.DEFAULT, bothFail::await);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> updates = List.of(
                    threads.submit(() -> store.update(id, state -> state + "a")),
                    threads.submit(() -> store.update(id, state -> state + "b")));
            for (Future<?> update : updates) {
                update.get();
            }
        }
        assertThat(store.get(id).orElseThrow().state()).isIn("ab", "ba");
    }

    @Test
    void updateFailsWhenNeitherTheDatabaseNorTheMemoryCanKeepIt() {
        HandleStore<String> store = store(new HandleLimits(Duration.ofHours(1), 1, 1), () -> true);
        HandleId first = stored("first");
        HandleId second = stored("second");
        assertThat(store.update(first, _ -> "changed")).isPresent();

        assertThatThrownBy(() -> store.update(second, _ -> "changed"))
                .isInstanceOf(HandleStoreUnavailable.class)
                .hasMessageContaining("The database is down.")
                .hasMessageContaining("limit");
        assertThat(store.get(second).orElseThrow().state()).isEqualTo("second");
    }
}
