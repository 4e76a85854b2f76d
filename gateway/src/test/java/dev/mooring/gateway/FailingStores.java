package dev.mooring.gateway;

import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import dev.mooring.handle.HandleStores;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** Stores in memory whose lookups fail while a test says so. */
final class FailingStores implements HandleStores {
    private final HandleStores stores = HandleStores.inMemory();
    private volatile boolean isFailing;
    private volatile boolean isFailingAfterRemovals;

    void fail(boolean value) {
        isFailing = value;
    }

    /** Lets removals fail although they happen, as if the connection broke before the answer. */
    void failAfterRemovals(boolean value) {
        isFailingAfterRemovals = value;
    }

    @Override
    @SuppressWarnings("unchecked") // the proxy implements the interface
    public <S> HandleStore<S> open(String scope, HandleCodec<S> codec, HandleStoreOptions<S> options) {
        HandleStore<S> store = stores.open(scope, codec, options);
        return (HandleStore<S>) Proxy.newProxyInstance(
                HandleStore.class.getClassLoader(), new Class<?>[] {HandleStore.class}, (_, method, arguments) -> {
                    String name = method.getName();
                    if (isFailing && (name.equals("get") || name.equals("touch") || name.equals("tombstone"))) {
                        throw new HandleStoreUnavailable("The store is down. Try again.", new IOException());
                    }
                    try {
                        Object result = method.invoke(store, arguments);
                        if (isFailingAfterRemovals && name.equals("remove")) {
                            throw new HandleStoreUnavailable("The store is down. Try again.", new IOException());
                        }
                        return result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public boolean isDurable() {
        return false;
    }

    @Override
    public void close() {
        stores.close();
    }
}
