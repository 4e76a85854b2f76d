package dev.mooring.app.web;

import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStores;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/** Stores in memory that count how many of them were opened and not closed. */
public final class CountedHandleStores implements HandleStores {
    private final HandleStores stores = HandleStores.inMemory();
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicInteger closed = new AtomicInteger();

    @Override
    @SuppressWarnings("unchecked")
    public <S> HandleStore<S> open(String scope, HandleCodec<S> codec, HandleStoreOptions<S> options) {
        HandleStore<S> store = stores.open(scope, codec, options);
        opened.incrementAndGet();
        return (HandleStore<S>) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {HandleStore.class}, (_, method, arguments) -> {
                    if (method.getName().equals("close")) {
                        closed.incrementAndGet();
                    }
                    try {
                        return method.invoke(store, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    public boolean isDurable() {
        return stores.isDurable();
    }

    /** Returns how many stores were opened. */
    public int opened() {
        return opened.get();
    }

    /** Returns how many stores are open. */
    public int open() {
        return opened.get() - closed.get();
    }

    @Override
    public void close() {
        stores.close();
    }
}
