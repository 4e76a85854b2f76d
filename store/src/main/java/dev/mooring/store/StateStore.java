package dev.mooring.store;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.handle.HandleStores;
import org.apiguardian.api.API;

/**
 * The stores of a program in one place: the stores of its handles, and the store of its authorization server. Thread-safe.
 * The caller that opens it closes it.
 */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public interface StateStore extends HandleStores {
    /**
     * Opens the store of an authorization server.
     *
     * @param scope separates the clients, grants and keys of this server from others in the same place
     */
    AuthorizationStore authorization(String scope);
}
