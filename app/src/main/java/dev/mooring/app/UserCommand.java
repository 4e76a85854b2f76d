package dev.mooring.app;

import dev.mooring.app.gateway.PrincipalTokens;
import dev.mooring.app.state.StateFolder;
import dev.mooring.app.terminal.Screen;
import dev.mooring.app.users.OneTimeCode;
import dev.mooring.app.users.PasswordHash;
import dev.mooring.app.users.Role;
import dev.mooring.app.users.Secret;
import dev.mooring.app.users.User;
import dev.mooring.app.users.Users;
import dev.mooring.app.users.UsersFile;
import dev.mooring.mcp.Json;
import java.io.Console;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.node.ArrayNode;

/** {@code mooring user}. */
@Command(
        name = "user",
        header = "Manage the people who may sign in to serve and gateway.",
        description = {
            "%n'serve --login FILE' and 'gateway --login FILE' let the people of this file sign in, in the browser and "
                    + "from Claude.ai, ChatGPT and other clients. A running service notices every change of the file at once.",
        },
        footer = {
            "  mooring user add ada                  ask for a password",
            "  mooring user add ada --code           print a code to send to Ada, who then",
            "                                        chooses her own password",
            "  mooring user add ada --role admin     with other roles; see 'user add --help'",
            "  mooring user list                     print the users",
            "  mooring user remove ada               remove Ada, who loses access at once",
            "",
            "Exit codes: 1 failed, 2 usage error.",
        },
        subcommands = {UserCommand.Add.class, UserCommand.Remove.class, UserCommand.ListUsers.class})
final class UserCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Override
    public Integer call() {
        throw new ParameterException(spec.commandLine(), "Missing command: add, remove or list");
    }

    /** The option for the users file. */
    static final class FileOption {
        @Option(
                names = "--login",
                paramLabel = "FILE",
                description = "The users file (default: $$XDG_CONFIG_HOME/mooring/users or ~/.config/mooring/users).")
        private @Nullable Path file;

        Path path() {
            return file != null ? file : UsersFile.standard(System.getenv());
        }

        UsersFile users() {
            return new UsersFile(path());
        }
    }

    /** {@code mooring user add}. */
    @Command(
            name = "add",
            header = "Add a person.",
            description = {
                "%nAsks for a password on the terminal. With --code, prints a code instead. It works once, within a day, on "
                        + "the sign-in page, and lets the person choose a password.",
                "%nThe roles are read (documents), write (suggest changes; the tools of a gateway; includes read), review "
                        + "(the review page) and admin (the gateway's page and /metrics). An assistant that the person "
                        + "connects never has more roles than the person."
            },
            footer = {
                "  mooring user add ada                            ask for a password",
                "  mooring user add ada --code                     print a one-time code",
                "  mooring user add bob --role read                may only read",
                "  mooring user add ada --role write --role admin  administers the gateway",
                "  mooring user add ada --replace                  set a new password",
            })
    static final class Add implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "The name to sign in with. It is the author of suggestions.")
        private String name = "";

        @Option(
                names = "--role",
                paramLabel = "ROLE",
                description = "A role: read, write, review or admin. Repeatable (default: write and review).")
        private List<String> roles = List.of();

        @Option(names = "--code", description = "Print a one-time code instead of asking for a password.")
        private boolean code;

        @Option(
                names = "--replace",
                description = "Set a new password for an existing user, and the roles if --role is given.")
        private boolean replace;

        @Mixin
        private final FileOption file = new FileOption();

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before the call
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            if (!User.isName(name)) {
                throw usage("'" + name + "' cannot be a name. Use up to 64 letters, digits and . _ @ + -");
            }
            Set<Role> chosen = chosenRoles();
            Optional<User> existing = file.users().readIfPresent().stream()
                    .filter(user -> user.name().equalsIgnoreCase(name))
                    .findFirst();
            PrintWriter err = spec.commandLine().getErr();
            if (existing.isPresent() && !replace) {
                err.println("mooring: " + existing.get().name() + " exists already in " + file.path()
                        + ". Use --replace to set a new password.");
                return ExitCode.SOFTWARE;
            }
            if (existing.isEmpty() && replace) {
                err.println("mooring: There is no user " + name + " in " + file.path() + ". Omit --replace.");
                return ExitCode.SOFTWARE;
            }
            OneTimeCode.Issued issued = code ? OneTimeCode.issue(Instant.now()) : null;
            Secret secret = issued != null ? issued.secret() : PasswordHash.of(askForPassword());
            file.users()
                    .put(new User(
                            existing.map(User::name).orElse(name),
                            existing.map(User::id).orElseGet(UsersFile::newId),
                            secret,
                            roles.isEmpty() ? existing.map(User::roles).orElse(User.DEFAULT_ROLES) : chosen));
            err.println((existing.isPresent() ? "Changed " : "Added ") + name + " in " + file.path());
            if (issued != null) {
                err.println("Code for " + name + ", for the sign-in page. It works once, within a day:");
                spec.commandLine().getOut().println(issued.code());
            }
            return ExitCode.OK;
        }

        private Set<Role> chosenRoles() {
            Set<Role> chosen = EnumSet.noneOf(Role.class);
            for (String word : roles) {
                chosen.add(Role.of(word)
                        .orElseThrow(() ->
                                usage("Unknown role '" + word + "'. The roles are read, write, review and admin.")));
            }
            return Role.withIncluded(chosen);
        }

        @SuppressWarnings("SystemConsoleNull") // in JDK 25 the console may be null again
        private String askForPassword() throws IOException {
            Console console = System.console();
            if (console == null || !Screen.canPrompt()) {
                throw usage("There is no terminal to ask for the password on. Use --code.");
            }
            for (; ; ) {
                String password = read(console, "Password for " + name + ": ");
                Optional<String> problem = Users.passwordProblem(password);
                if (problem.isPresent()) {
                    spec.commandLine().getErr().println(problem.get());
                } else if (password.equals(read(console, "Again: "))) {
                    return password;
                } else {
                    spec.commandLine().getErr().println("The passwords differ.");
                }
            }
        }

        private static String read(Console console, String prompt) throws IOException {
            char[] typed = console.readPassword("%s", prompt);
            if (typed == null) {
                throw new IOException("The input ended before a password was chosen. Nothing was changed.");
            }
            return new String(typed);
        }

        private ParameterException usage(String reason) {
            return new ParameterException(spec.commandLine(), reason);
        }
    }

    /** {@code mooring user remove}. */
    @Command(
            name = "remove",
            header = "Remove a person, who loses access at once.",
            footer = {"  mooring user remove ada"})
    static final class Remove implements Callable<Integer> {
        @Parameters(paramLabel = "NAME", description = "The name of the user.")
        private String name = "";

        @Mixin
        private final FileOption file = new FileOption();

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before the call
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException, InterruptedException {
            PrintWriter err = spec.commandLine().getErr();
            Optional<User> user = file.users().readIfPresent().stream()
                    .filter(each -> each.name().equalsIgnoreCase(name))
                    .findFirst();
            if (!file.users().remove(name)) {
                err.println("mooring: There is no user " + name + " in " + file.path() + ". See 'mooring user list'.");
                return ExitCode.SOFTWARE;
            }
            err.println("Removed " + name + " from " + file.path());
            int signIns = user.isEmpty()
                    ? 0
                    : PrincipalTokens.removePerson(
                            StateFolder.standard(System.getenv()).resolve("gateway"),
                            user.get().id());
            if (signIns > 0) {
                err.println("Deleted the tokens of " + name + " for servers behind gateways: " + signIns);
            }
            return ExitCode.OK;
        }
    }

    /** {@code mooring user list}. */
    @Command(
            name = "list",
            header = "List the users.",
            footer = {"  mooring user list          print names, roles, and whether a password is set"})
    static final class ListUsers implements Callable<Integer> {
        @Mixin
        private final FileOption file = new FileOption();

        @Option(names = "--json", description = "Print a JSON array.")
        private boolean json;

        @Spec
        @SuppressWarnings("NullAway.Init") // picocli sets it before the call
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            PrintWriter out = spec.commandLine().getOut();
            List<User> users = file.users().readIfPresent();
            Instant now = Instant.now();
            if (json) {
                ArrayNode array = Json.array();
                for (User user : users) {
                    var entry = array.addObject().put("name", user.name());
                    var roles = entry.putArray("roles");
                    user.roles().stream().sorted().map(Role::word).forEach(roles::add);
                    entry.put("signIn", user.secret().description(now));
                }
                out.println(Json.text(array));
                return ExitCode.OK;
            }
            int width =
                    users.stream().mapToInt(user -> user.name().length()).max().orElse(0);
            for (User user : users) {
                out.printf(
                        "%-" + width + "s  %-23s  %s%n",
                        user.name(),
                        Role.words(user.roles()),
                        user.secret().description(now));
            }
            if (users.isEmpty()) {
                spec.commandLine()
                        .getErr()
                        .println("There are no users in " + file.path() + ". 'mooring user add NAME' adds one.");
            }
            return ExitCode.OK;
        }
    }
}
