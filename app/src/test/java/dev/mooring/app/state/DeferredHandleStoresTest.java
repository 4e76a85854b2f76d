package dev.mooring.app.state;

import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mooring.app.documents.DocumentService;
import dev.mooring.handle.HandleStore;
import dev.mooring.handle.HandleStoreUnavailable;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(30)
class DeferredHandleStoresTest {
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failureToOpenIsReportedByEachOperation(boolean isStoreFailure) {
        RuntimeException failure = isStoreFailure
                ? new HandleStoreUnavailable("disk full", new IllegalStateException())
                : new IllegalStateException("disk full");
        var stores = new DeferredHandleStores(() -> {
            throw failure;
        });
        HandleStore<?> sessions = DocumentService.newHandleStore(stores, "notes");

        for (Supplier<?> operation : new Supplier<?>[] {sessions::count, stores::isDurable}) {
            assertThatThrownBy(operation::get)
                    .isInstanceOf(HandleStoreUnavailable.class)
                    .hasMessageContaining("disk full")
                    .hasCause(failure);
        }
        assertThatNoException().isThrownBy(sessions::close);
        assertThatNoException().isThrownBy(stores::close);
    }
}
