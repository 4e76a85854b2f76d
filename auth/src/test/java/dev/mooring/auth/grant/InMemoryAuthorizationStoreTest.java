package dev.mooring.auth.grant;

class InMemoryAuthorizationStoreTest extends AuthorizationStoreContract {
    @Override
    protected AuthorizationStore open() {
        return AuthorizationStore.inMemory();
    }
}
