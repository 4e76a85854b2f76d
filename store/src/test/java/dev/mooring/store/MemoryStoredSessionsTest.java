package dev.mooring.store;

import dev.mooring.handle.HandleStores;

class MemoryStoredSessionsTest extends StoredSessionsContract {
    private final HandleStores stores = HandleStores.inMemory();

    @Override
    HandleStores stores() {
        return stores;
    }
}
