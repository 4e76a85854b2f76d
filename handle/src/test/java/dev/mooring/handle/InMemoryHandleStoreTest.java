package dev.mooring.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class InMemoryHandleStoreTest {

    private static final HandleOwner ADA = HandleOwner.principal("ada");

    private final MovableClock clock = new MovableClock();
    private final List<Handle<Integer>> ended = new ArrayList<>();
    private final InMemoryHandleStore<Integer> store = InMemoryHandleStore.<Integer>builder(
                    new HandleLimits(Duration.ofHours(1), 3, 5))
            .ticker(clock)
            .onEnd(ended::add)
            .endExecutor(Runnable::run)
            .build();

    private static Handle<Integer> handle() {
        return new Handle<>(HandleId.random(), ADA, 1);
    }

    @Test
    void secondHandleWithAnIdIsRefusedAndNotCounted() {
        Handle<Integer> handle = handle();
        store.put(handle);
        assertThatThrownBy(() -> store.put(handle)).isInstanceOf(IllegalStateException.class);
        assertThat(store.count()).isEqualTo(1);
    }

    @Test
    void removeReturnsTrueOnlyForAPresentHandle() {
        Handle<Integer> handle = handle();
        store.put(handle);
        assertThat(store.remove(handle.id())).isTrue();
        assertThat(store.remove(handle.id())).isFalse();
        assertThat(store.count()).isZero();
        assertThat(ended).containsExactly(handle);
    }

    @Test
    void touchReturnsTrueOnlyForAPresentHandle() {
        Handle<Integer> handle = handle();
        store.put(handle);
        assertThat(store.touch(handle.id())).isTrue();
        assertThat(store.touch(HandleId.random())).isFalse();
    }

    @Test
    void sweepFreesExpiredHandlesAndReportsTheirEnd() {
        Handle<Integer> handle = handle();
        store.put(handle);
        clock.advance(Duration.ofHours(1).plusSeconds(1));
        assertThat(store.count()).isEqualTo(1);
        store.sweep();
        assertThat(store.count()).isZero();
        assertThat(ended).containsExactly(handle);
    }

    @Test
    void limitsOfOneAreValid() {
        assertThat(new HandleLimits(Duration.ofNanos(1), 1, 1).overall()).isEqualTo(1);
    }

    @Test
    void idPrintsAsItsText() {
        HandleId id = HandleId.random();
        assertThat(id).hasToString(id.text());
    }

    @Test
    void handleThatVanishesAfterItsOwnerWasCheckedIsNotFound() {
        Handle<Integer> handle = handle();
        var handles = new Handles<>(new HandleStore<Integer>() {
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
            public boolean remove(HandleId id) {
                return false;
            }
        });
        assertThat(handles.find(handle.id(), ADA)).isInstanceOf(Lookup.NotFound.class);
        assertThat(handles.end(handle.id().text(), ADA)).isFalse();
        assertThat(handles.update(handle.id().text(), ADA, state -> state + 1)).isInstanceOf(Lookup.NotFound.class);
    }
}
