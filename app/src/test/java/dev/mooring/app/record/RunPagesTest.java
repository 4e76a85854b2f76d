package dev.mooring.app.record;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.mooring.app.web.Axe;
import dev.mooring.app.web.Browser;
import dev.mooring.app.web.LocalPages;
import dev.mooring.app.web.SignInCodes;
import dev.mooring.app.web.WithBrowser;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@WithBrowser
class RunPagesTest {
    @TempDir
    Path temporary;

    private RunFolder folder;
    private SignInCodes codes;
    private LocalPages pages;
    private BrowserContext context;
    private final List<String> messages = new ArrayList<>();

    @BeforeEach
    void serve(Browser browser) throws Exception {
        folder = new RunFolder(temporary.resolve("runs"));
        TestRecords.rich(folder);
        codes = SignInCodes.begin(temporary.resolve("state"), folder.path());
        pages = LocalPages.start(codes, "mooring runs open", new RunPages(folder));
        context = browser.chromium().newContext();
    }

    @AfterEach
    void close() throws Exception {
        context.close();
        pages.close();
        codes.close();
    }

    private String link(String path) throws Exception {
        return SignInCodes.invite(temporary.resolve("state"), folder.path(), path)
                .orElseThrow()
                .link();
    }

    private Page open(String path) throws Exception {
        Page page = context.newPage();
        page.onConsoleMessage(message -> messages.add(message.text()));
        page.onPageError(messages::add);
        page.navigate(link(path));
        page.waitForURL(url -> url.endsWith(path));
        return page;
    }

    @Test
    void listLeadsToTheTimelineOfEachRunAndBack() throws Exception {
        TestRecords other = TestRecords.in(folder);
        other.agent(1, other.id(), null, null, "scout", "Look.").ended(3, "failed");
        Page page = open("/");
        assertThat(page.locator("#runs li")).hasCount(2);
        assertThat(page.locator("#found")).hasText("2 runs");

        page.locator("#runs a").last().click();
        assertThat(page.locator("h1")).hasText("harbour-master");
        assertThat(page.locator("#timeline .call")).hasCount(9);
        page.getByText("All runs").click();
        page.getByLabel("Errors only").check();
        assertThat(page.locator("#runs li")).hasCount(1);
        assertThat(page.locator("#runs li")).containsText(other.id());
        page.getByLabel("Errors only").uncheck();
        page.locator("#search").fill("no such run");
        assertThat(page.locator("#found")).hasText("0 of 2 runs");
        assertThat(messages).isEmpty();
    }

    @Test
    void listShowsANewRunWithoutAReload() throws Exception {
        Page page = open("/");
        assertThat(page.locator("#runs li")).hasCount(1);

        TestRecords added = TestRecords.running(folder);

        assertThat(page.locator("#runs li")).hasCount(2);
        assertThat(page.locator("#runs li").first()).containsText("running");
        added.ended(5, "answered");
        assertThat(page.locator("#runs li").first()).containsText("answered");
        assertThat(messages).isEmpty();
    }

    @Test
    void timelineFollowsARunInProgressAndKeepsWhatThePersonChose() throws Exception {
        TestRecords record = TestRecords.running(folder);
        String root = record.id();
        record.agent(1, root, null, null, "scout", "Look.")
                .turn(2, 3, root, 1, "First.", 1, 1)
                .call(4, root, 1, "c1", "notes", "open_nodes", "{}")
                .session(5, "s1", "notes", "opened", 1, "");
        Page page = open("/runs/" + root);
        assertThat(page.locator("#live")).hasText("Live");
        assertThat(page.locator(".call.unfinished")).hasCount(1);
        page.locator("#steps .step", new Page.LocatorOptions().setHasText("turn 1"))
                .click();
        page.locator("#steps .step", new Page.LocatorOptions().setHasText("turn 1"))
                .focus();

        record.returned(6, "c1", "s1", true, false, "The Ada is in.")
                .call(7, root, 1, "c2", "notes", "search_nodes", "{}");

        assertThat(page.locator("#timeline .call")).hasCount(2);
        assertThat(page.locator("#detail h2")).hasText("scout, turn 1");
        assertThat(page.locator("#steps .step", new Page.LocatorOptions().setHasText("turn 1")))
                .isFocused();
        record.returned(8, "c2", "s1", false, true, "Gone.")
                .agentEnded(9, root, "The Ada.")
                .ended(10, "answered");
        assertThat(page.locator("#live")).hasText("Ended");
        assertThat(page.locator(".pill")).hasText("answered");
        assertThat(page.locator(".call.unfinished")).hasCount(0);
        assertThat(page.locator("#detail h2")).hasText("scout, turn 1");
        assertThat(messages).isEmpty();
    }

    @Test
    void pageSaysThatTheServiceIsGone() throws Exception {
        TestRecords record = TestRecords.running(folder);
        Page page = open("/runs/" + record.id());
        assertThat(page.locator("#live")).hasText("Live");

        pages.close();

        assertThat(page.locator("#live")).containsText("Mooring no longer answers");
    }

    @Test
    void recordsAreOnlyForThePersonWithACode() throws Exception {
        String address = link("/").replaceFirst("login#.*", "");
        try (HttpClient stranger = HttpClient.newHttpClient()) {
            for (String path :
                    List.of("", "runs/data", "runs/" + folder.runs().getFirst().id())) {
                HttpRequest request =
                        HttpRequest.newBuilder(URI.create(address + path)).build();
                assertThat(stranger.send(request, BodyHandlers.ofString()).statusCode())
                        .isEqualTo(401);
            }
        }
    }

    @Test
    void unknownRunIsNotFound() throws Exception {
        open("/");
        String address = link("/").replaceFirst("login#.*", "");
        assertThat(context.request().get(address + "runs/run_0000000000000000").status())
                .isEqualTo(404);
        assertThat(context.request().get(address + "runs/../../etc/passwd").status())
                .isEqualTo(404);
    }

    @Test
    void axeFindsNoViolationInTheList() throws Exception {
        TestRecords.running(folder);
        TestRecords failed = TestRecords.in(folder);
        failed.agent(1, failed.id(), null, null, "scout", "Look.").ended(3, "failed");
        Page page = open("/");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(scheme));
            for (int width : List.of(1440, 1024, 390)) {
                page.setViewportSize(width, 700);
                assertThat(Axe.violations(page)).as(scheme + " " + width).isEmpty();
                page.screenshot(new Page.ScreenshotOptions()
                        .setPath(Browser.screenshot("runs-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width)));
            }
        }
    }
}
