package dev.mooring.app.account;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.users.Role;
import dev.mooring.app.users.Users;
import dev.mooring.app.web.LoginSettings;
import dev.mooring.app.web.TestWeb;
import dev.mooring.auth.grant.AuthorizationStore;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The keys of a service on which people sign in. */
class KeyRotationTest {
    @TempDir
    Path folder;

    private final AuthorizationStore store = AuthorizationStore.inMemory();

    private void start(boolean rotatesKeys) throws Exception {
        Users users = Users.read(TestLogin.add(folder, "ada", Role.READ));
        var _ = new ServiceAccess(
                TestWeb.local().with(new LoginSettings(users, store, rotatesKeys)), "Notes", Map.of());
    }

    @Test
    void serviceReplacesItsKeyAndKeepsTheFormerOneIfAsked() throws Exception {
        start(true);
        String first = store.keys().getFirst().id();
        start(true);
        assertThat(store.keys()).hasSize(2);
        assertThat(store.keys().getFirst().id()).isNotEqualTo(first);
        assertThat(store.keys().getLast().id()).isEqualTo(first);
    }

    @Test
    void serviceKeepsItsKeyWithoutTheOptionToRotateIt() throws Exception {
        start(true);
        start(false);
        assertThat(store.keys()).hasSize(1);
    }
}
