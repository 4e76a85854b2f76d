package dev.mooring.handle;

/** Opens stores in this process. */
final class InMemoryHandleStores implements HandleStores {

    @Override
    public <S> HandleStore<S> open(String scope, HandleCodec<S> codec, HandleStoreOptions<S> options) {
        return new InMemoryHandleStore<>(options);
    }

    @Override
    public boolean isDurable() {
        return false;
    }

    @Override
    public void close() {
        // Nothing to release.
    }
}
