package dev.mooring.app.web;

import static dev.mooring.app.web.GuardedPage.FORM;
import static dev.mooring.app.web.GuardedPage.HERE;
import static dev.mooring.app.web.GuardedPage.ask;
import static dev.mooring.app.web.GuardedPage.found;
import static dev.mooring.app.web.GuardedPage.serve;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.app.users.Role;
import dev.mooring.app.users.TestPassword;
import dev.mooring.app.users.User;
import dev.mooring.app.users.Users;
import dev.mooring.app.users.UsersFile;
import dev.mooring.auth.server.SignInAttempts;
import dev.mooring.mcp.server.http.HttpServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** People who sign in to a page with a name and a password. */
@Timeout(60)
class PasswordSignInTest {
    private static final String TOKEN = "0123456789abcdef-script";
    private static final String ASSISTANTS = "0123456789abcdef-claude";
    private static final String PASSWORD = TestPassword.TEXT;

    @TempDir
    Path elsewhere;

    private PageAccess passwords() throws IOException {
        Path users = elsewhere.resolve("users");
        var file = new UsersFile(users);
        file.put(new User("Ada", UsersFile.newId(), TestPassword.HASH, Set.of(Role.REVIEW)));
        file.put(new User("bob", UsersFile.newId(), TestPassword.HASH, Set.of(Role.READ)));
        Path tokens = TestWeb.tokenFile(elsewhere, "script " + TOKEN + " review", "claude " + ASSISTANTS);
        return new PageAccess.ByPassword(Users.read(users), Optional.of(Tokens.read(tokens)), Role.REVIEW);
    }

    private static String signIn(HttpServer server, String name, String secret, String more) throws IOException {
        return ask(
                server,
                "POST",
                "/login",
                FORM,
                "name=" + name + "&password=" + URLEncoder.encode(secret, UTF_8) + more);
    }

    private static String cookie(String answer) {
        return "Cookie: " + found("Set-Cookie: ([^;]+)", answer) + "\r\n";
    }

    @Test
    void personSignsInWithNameAndPassword() throws IOException {
        try (HttpServer server = serve(Optional.empty(), passwords())) {
            assertThat(ask(server, "GET", "/login", HERE, ""))
                    .contains("name=\"password\"")
                    .doesNotContain("<script");
            assertThat(signIn(server, "ada", PASSWORD + "!", ""))
                    .startsWith("HTTP/1.1 401")
                    .contains("The name or the password is wrong.")
                    .contains("value=\"ada\"")
                    .doesNotContain("Set-Cookie", PASSWORD);
            String answer = signIn(server, "ada", PASSWORD, "");
            assertThat(answer).startsWith("HTTP/1.1 303").contains("Location: /\r\n");
            assertThat(ask(server, "GET", "/", HERE + cookie(answer), "")).contains("name=Ada ");
        }
    }

    @Test
    void unknownNameGetsTheSameAnswerAsAWrongPassword() throws IOException {
        try (HttpServer server = serve(Optional.empty(), passwords())) {
            String date = "Date: [^\r]+";
            assertThat(signIn(server, "eve", PASSWORD, "").replaceAll(date, ""))
                    .isEqualTo(signIn(server, "ada", "wrong password", "")
                            .replaceAll(date, "")
                            .replace("ada", "eve"));
        }
    }

    @Test
    void tokenIsAcceptedAsThePasswordOfItsNameOnlyWithTheRole() throws IOException {
        try (HttpServer server = serve(Optional.empty(), passwords())) {
            assertThat(ask(server, "GET", "/", HERE + cookie(signIn(server, "script", TOKEN, "")), ""))
                    .contains("name=script ");
            assertThat(signIn(server, "ada", TOKEN, "")).startsWith("HTTP/1.1 401");
            assertThat(signIn(server, "claude", ASSISTANTS, "")).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void personWithoutTheRoleSeesWhatIsMissing() throws IOException {
        try (HttpServer server = serve(Optional.empty(), passwords())) {
            String cookie = cookie(signIn(server, "bob", PASSWORD, ""));
            assertThat(ask(server, "GET", "/", HERE + "Accept: text/html\r\n" + cookie, ""))
                    .startsWith("HTTP/1.1 403")
                    .contains("needs the role review", "<strong>bob</strong>")
                    .doesNotContain("form=");
            assertThat(ask(server, "GET", "/review/pending", HERE + cookie, "")).startsWith("HTTP/1.1 403");
        }
    }

    @Test
    void signInLeadsBackToThePageOfThisServiceOnly() throws IOException {
        try (HttpServer server = serve(Optional.empty(), passwords())) {
            String page = "/page?a=b&c=%2F";
            String redirect = ask(server, "GET", page, HERE + "Accept: text/html\r\n", "");
            String login = found("Location: (/login\\?next=\\S+)", redirect);
            assertThat(ask(server, "GET", login, HERE, "")).contains("value=\"/page?a=b&amp;c=%2F\"");
            assertThat(signIn(server, "ada", PASSWORD, "&next=" + URLEncoder.encode(page, UTF_8)))
                    .contains("content=\"0;url=/page?a=b&amp;c=%2F\"");
            for (String evil : List.of(
                    "//evil.example.com",
                    "https://evil.example.com",
                    "/\\evil.example.com",
                    "javascript:alert(1)",
                    "/\r\nX: y")) {
                String next = "next=" + URLEncoder.encode(evil, UTF_8);
                assertThat(signIn(server, "ada", PASSWORD, "&" + next)).contains("Location: /\r\n");
                assertThat(ask(server, "GET", "/login?" + next, HERE, "")).doesNotContain("evil", "alert");
            }
        }
    }

    @Test
    void nameIsBlockedAfterFailuresFromManyAddresses() throws IOException {
        var where = new WebAddress("127.0.0.1", 0, Optional.empty());
        var guard = new PageGuard(where, passwords(), (_, _) -> null);
        try (HttpServer server = where.listen(
                HttpServer.builder().trustedProxies(Set.of("127.0.0.1")).web(guard))) {
            for (int i = 0; i < SignInAttempts.MAX_PER_PERSON; i++) {
                assertThat(from("192.0.2." + i, server, "name=Ada&password=wrong" + i))
                        .startsWith("HTTP/1.1 401");
            }
            assertThat(from("192.0.2.99", server, "name=aDA&password=" + URLEncoder.encode(PASSWORD, UTF_8)))
                    .startsWith("HTTP/1.1 429")
                    .contains("Retry-After: 60")
                    .doesNotContain("Set-Cookie");
            assertThat(from("192.0.2.99", server, "name=bob&password=" + URLEncoder.encode(PASSWORD, UTF_8)))
                    .startsWith("HTTP/1.1 303");
        }
    }

    @Test
    void addressIsBlockedAfterFiveFailuresForAnyName() throws IOException {
        var where = new WebAddress("127.0.0.1", 0, Optional.empty());
        var guard = new PageGuard(where, passwords(), (_, _) -> null);
        try (HttpServer server = where.listen(
                HttpServer.builder().trustedProxies(Set.of("127.0.0.1")).web(guard))) {
            for (int i = 0; i < SignInAttempts.MAX_PER_ADDRESS; i++) {
                assertThat(from("192.0.2.1", server, "name=user" + i + "&password=wrong"))
                        .startsWith("HTTP/1.1 401");
            }
            String right = "name=ada&password=" + URLEncoder.encode(PASSWORD, UTF_8);
            assertThat(from("192.0.2.1", server, right)).startsWith("HTTP/1.1 429");
            assertThat(from("192.0.2.2", server, right)).startsWith("HTTP/1.1 303");
        }
    }

    private static String from(String address, HttpServer server, String body) throws IOException {
        return ask(server, "POST", "/login", FORM + "X-Forwarded-For: " + address + "\r\n", body);
    }

    @Test
    void parallelAttemptsDoNotExceedTheLimit() throws Exception {
        try (HttpServer server = serve(Optional.empty(), passwords());
                var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<String>> answers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                String body = "name=ada&password=wrong" + i;
                answers.add(threads.submit(() -> ask(server, "POST", "/login", FORM, body)));
            }
            int refused = 0;
            for (Future<String> answer : answers) {
                refused += answer.get().startsWith("HTTP/1.1 401") ? 1 : 0;
            }
            assertThat(refused).isEqualTo(SignInAttempts.MAX_PER_ADDRESS);
        }
    }

    @Test
    void successfulSignInsAreNotCounted() throws IOException {
        try (HttpServer server = serve(Optional.empty(), passwords())) {
            for (int i = 0; i < SignInAttempts.MAX_PER_ADDRESS + 2; i++) {
                assertThat(signIn(server, "ada", PASSWORD, "")).startsWith("HTTP/1.1 303");
            }
        }
    }

    @Test
    void formWithoutTheCsrfTokenIsRefused() throws IOException {
        try (HttpServer server = serve(Optional.empty(), passwords())) {
            String cookie = cookie(signIn(server, "ada", PASSWORD, ""));
            String token = found("form=([0-9a-f]+)", ask(server, "GET", "/", HERE + cookie, ""));

            assertThat(ask(server, "POST", "/logout", FORM + cookie, "")).startsWith("HTTP/1.1 403");
            assertThat(ask(server, "POST", "/logout", FORM + cookie, "csrf_token=0"))
                    .startsWith("HTTP/1.1 403");
            assertThat(ask(server, "POST", "/logout", FORM + cookie, "csrf_token=" + token))
                    .startsWith("HTTP/1.1 303")
                    .contains("Location: /login");
            assertThat(ask(server, "GET", "/", HERE + cookie, "")).startsWith("HTTP/1.1 401");
        }
    }
}
