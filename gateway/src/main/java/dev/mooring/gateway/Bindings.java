package dev.mooring.gateway;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.mooring.handle.Handle;
import dev.mooring.handle.HandleCodec;
import dev.mooring.handle.HandleId;
import dev.mooring.handle.HandleLimits;
import dev.mooring.handle.HandleOwner;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreOptions;
import dev.mooring.handle.HandleStoreUnavailable;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The handles of conversations and transport sessions, by the key of the binding; see {@link BindingKeys}. A binding outlives
 * its handle, so that the next call reports the end of the handle instead of silently starting with empty state. The store
 * keeps the ids of handles sealed. Thread-safe.
 */
final class Bindings {
    private static final int MAX_BINDINGS = 100_000;

    private static final HandleCodec<String> AS_IS = new HandleCodec<>() {
        @Override
        public String encode(String state) {
            return state;
        }

        @Override
        public String decode(String text) {
            return text;
        }
    };

    private final Seal seal;
    private final HandleStore<String> store;

    /** The bindings that this process has used. Its per-key lock makes parallel first calls share one handle. */
    private final Cache<HandleId, HandleId> cached;

    /**
     * Opens the bindings of an endpoint.
     *
     * @param endpoint the name of the endpoint in the store
     * @param idle how long an unused binding is kept
     */
    Bindings(String endpoint, Duration idle, GatewayOptions options) {
        seal = new Seal(options.sealKey());
        store = options.stores()
                .open(
                        "binding/" + endpoint,
                        AS_IS,
                        HandleStoreOptions.<String>of(new HandleLimits(idle, MAX_BINDINGS, MAX_BINDINGS))
                                .evictingIdlest()
                                .withoutTombstones());
        cached = Caffeine.newBuilder()
                .expireAfterAccess(idle)
                .maximumSize(MAX_BINDINGS)
                .executor(Runnable::run) // maintenance is too short for a thread switch
                .build();
    }

    /**
     * Returns the handle of a binding, or null if it has none.
     *
     * @throws HandleStoreUnavailable if the store cannot tell
     */
    @Nullable
    HandleId find(HandleId binding) {
        HandleId handle = cached.getIfPresent(binding);
        if (handle == null) {
            return cached.asMap()
                    .computeIfAbsent(
                            binding,
                            _ -> store.get(binding)
                                    .map(stored -> open(binding, stored))
                                    .orElse(null));
        }
        touch(binding);
        return handle;
    }

    /**
     * Returns the handle of a binding. If it has none, binds a new one: concurrent callers share it.
     *
     * @param mint returns the id of a new handle, or null if a handle cannot be minted
     * @throws HandleStoreUnavailable if the store cannot tell whether the binding has a handle
     */
    @Nullable
    HandleId findOrBind(HandleId binding, HandleOwner owner, Supplier<@Nullable HandleId> mint) {
        HandleId handle = cached.getIfPresent(binding);
        if (handle == null) {
            return cached.asMap().computeIfAbsent(binding, _ -> {
                Handle<String> stored = store.get(binding).orElse(null);
                HandleId opened = stored == null ? null : open(binding, stored);
                if (opened != null) {
                    return opened;
                }
                if (stored != null) {
                    store.remove(binding);
                }
                return bind(binding, owner, mint.get());
            });
        }
        touch(binding);
        return handle;
    }

    private void touch(HandleId binding) {
        try {
            store.touch(binding);
        } catch (HandleStoreUnavailable e) {
            // This process knows the binding.
        }
    }

    /** Returns the id of the bound handle, or null if it was sealed with another key. */
    private @Nullable HandleId open(HandleId binding, Handle<String> stored) {
        return seal.open(stored.state(), binding.text())
                .flatMap(HandleId::parse)
                .orElse(null);
    }

    private @Nullable HandleId bind(HandleId binding, HandleOwner owner, @Nullable HandleId handle) {
        if (handle == null) {
            return null;
        }
        try {
            var _ = store.put(new Handle<>(binding, owner, seal.seal(handle.text(), binding.text())));
            return handle;
        } catch (IllegalStateException e) { // another replica was faster
            return store.get(binding).map(stored -> open(binding, stored)).orElse(handle);
        }
    }

    /**
     * Returns whether a binding still has this handle. Refreshes the cached binding, which another replica may have changed.
     *
     * @throws HandleStoreUnavailable if the store cannot tell
     */
    boolean holds(HandleId binding, HandleId handle) {
        HandleId current = cached.asMap()
                .compute(
                        binding,
                        (_, _) -> store.get(binding)
                                .map(stored -> open(binding, stored))
                                .orElse(null));
        return handle.equals(current);
    }

    /**
     * Forgets a binding if it has this handle.
     *
     * @throws HandleStoreUnavailable if the store cannot tell
     */
    void remove(HandleId binding, HandleId handle) {
        if (holds(binding, handle)) {
            var _ = cached.asMap().computeIfPresent(binding, (_, bound) -> {
                if (bound.equals(handle)) {
                    store.remove(binding);
                    return null;
                }
                return bound;
            });
        }
    }

    void close() {
        store.close();
    }
}
