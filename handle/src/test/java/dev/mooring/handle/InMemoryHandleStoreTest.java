package dev.mooring.handle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class InMemoryHandleStoreTest extends HandleStoreContract {

    private static final HandleOwner ADA = HandleOwner.principal("ada");

    @Override
    protected HandleStore<Integer> open(HandleStoreOptions<Integer> options) {
        try (HandleStores stores = HandleStores.inMemory()) {
            return stores.open("numbers", NUMBERS, options);
        }
    }

    @Test
    void expiredHandleIsCountedUntilTheNextSweep() {
        HandleStore<Integer> store = open(
                HandleStoreOptions.<Integer>of(new HandleLimits(HOUR, 3, 5)).clock(clock));
        store.put(new Handle<>(HandleId.random(), ADA, 1));
        clock.advance(HOUR);
        assertThat(store.count()).isEqualTo(1);
        store.sweep();
        assertThat(store.count()).isZero();
    }

    @Test
    void handleThatVanishesAfterItsOwnerWasCheckedIsNotFound() {
        var handle = new Handle<>(HandleId.random(), ADA, 1);
        var handles = new Handles<>(new VanishingHandle(handle));
        assertThat(handles.find(handle.id(), ADA)).isInstanceOf(Lookup.NotFound.class);
        assertThat(handles.end(handle.id().text(), ADA)).isFalse();
        assertThat(handles.update(handle.id().text(), ADA, state -> state + 1)).isInstanceOf(Lookup.NotFound.class);
    }

    /** A store whose only handle vanishes after each {@link #get}. */
    private record VanishingHandle(Handle<Integer> handle) implements HandleStore<Integer> {
        @Override
        public Optional<Handle<Integer>> get(HandleId id) {
            return Optional.of(handle);
        }

        @Override
        public boolean touch(HandleId id) {
            return false;
        }

        @Override
        public PutResult put(Handle<Integer> added) {
            return new PutResult.Stored();
        }

        @Override
        public Optional<Handle<Integer>> update(HandleId id, UnaryOperator<Integer> change) {
            return Optional.empty();
        }

        @Override
        public boolean remove(HandleKey key, HandleEnd.Reason reason) {
            return false;
        }

        @Override
        public Optional<Tombstone> tombstone(HandleId id) {
            return Optional.empty();
        }

        @Override
        public void sweep() {}

        @Override
        public List<StoredHandle<Integer>> handles() {
            return List.of();
        }

        @Override
        public int count() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
