package dev.mooring.app.account;

import dev.mooring.app.users.Role;
import dev.mooring.app.users.TestPassword;
import dev.mooring.app.users.User;
import dev.mooring.app.users.Users;
import dev.mooring.app.users.UsersFile;
import dev.mooring.app.web.LoginSettings;
import dev.mooring.auth.grant.AuthorizationStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;

/** People who can sign in to services under test. All have the same password. */
public final class TestLogin {
    public static final String PASSWORD = TestPassword.TEXT;

    private TestLogin() {}

    /** Adds a person to the users file in a folder. */
    public static Path add(Path folder, String name, Role... roles) throws IOException {
        Path file = folder.resolve("users");
        new UsersFile(file).put(new User(name, UsersFile.newId(), TestPassword.HASH, Role.withIncluded(Set.of(roles))));
        return file;
    }

    /** Returns the people of a users file, whose grants are in this process. */
    public static LoginSettings of(Path file) throws IOException {
        return new LoginSettings(Users.read(file), AuthorizationStore.inMemory());
    }
}
