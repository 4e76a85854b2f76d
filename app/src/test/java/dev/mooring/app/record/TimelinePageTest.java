package dev.mooring.app.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import dev.mooring.app.web.Axe;
import dev.mooring.app.web.Browser;
import dev.mooring.app.web.WithBrowser;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@WithBrowser
class TimelinePageTest {
    @TempDir
    Path temporary;

    private Browser browser;
    private RunFolder folder;
    private BrowserContext context;
    private final List<String> messages = new ArrayList<>();

    @BeforeEach
    void prepare(Browser browser) {
        this.browser = browser;
        folder = new RunFolder(temporary.resolve("runs"));
        use(ColorScheme.LIGHT);
    }

    @AfterEach
    void leave() {
        context.close();
    }

    private void use(ColorScheme scheme) {
        if (context != null) {
            context.close();
        }
        context = browser.chromium()
                .newContext(new com.microsoft.playwright.Browser.NewContextOptions()
                        .setColorScheme(scheme)
                        .setOffline(true)
                        .setViewportSize(1440, 1180));
    }

    @Test
    void fileInAMissingFolderIsRefusedByItsName() throws Exception {
        TestRecords.rich(folder);
        RecordedRun run = RunReader.read(folder.runs().getFirst());
        Path file = temporary.resolve("missing/run.html");
        assertThatThrownBy(() -> TimelinePage.write(run, file))
                .hasMessage("Cannot write " + file + ": the folder " + file.getParent()
                        + " does not exist. Create it first.");
    }

    private Page openPage() throws Exception {
        Path file = temporary.resolve("run.html");
        TimelinePage.write(RunReader.read(folder.runs().getFirst()), file);
        Page page = context.newPage();
        page.onConsoleMessage(message -> messages.add(message.text()));
        page.onPageError(messages::add);
        page.navigate(file.toUri().toString());
        return page;
    }

    @Nested
    class RichRun {
        @Test
        void pageHasALaneForEachSessionAndABarForEachCall() throws Exception {
            TestRecords.rich(folder);
            Page page = openPage();

            assertThat(page.locator("#timeline .band:not(.work):not(.opening)").count())
                    .isEqualTo(3);
            assertThat(page.locator("#timeline .band.lost").count()).isEqualTo(1);
            assertThat(page.locator("#timeline .call").count()).isEqualTo(9); // sub-agents are rows of their own
            assertThat(page.locator("#timeline .band.work").count()).isEqualTo(3);
            assertThat(page.locator("#head").innerText()).contains("harbour-master", "answered", "10.3 s", "1 failed");
            assertThat(messages).isEmpty();
        }

        @Test
        void clickOnACallShowsArgumentsAndResult() throws Exception {
            TestRecords.rich(folder);
            Page page = openPage();

            page.locator("#timeline .call", new Page.LocatorOptions().setHasText("open_nodes"))
                    .click();

            assertThat(page.locator("#detail").innerText())
                    .contains("notes/open_nodes", "scout, turn 1", "s1, reused", "\"harbour\"", "quiet since noon");
            assertThat(page.locator(".step[aria-current=true]").innerText()).contains("notes/open_nodes");
        }

        @Test
        void stepsNestSubAgents() throws Exception {
            TestRecords.rich(folder);
            Page page = openPage();
            assertThat(page.locator("#steps ol ol ol ol .step", new Page.LocatorOptions().setHasText("browser/click"))
                            .count())
                    .isEqualTo(1);
        }

        @Test
        void pageCanBeUsedWithTheKeyboardOnly() throws Exception {
            TestRecords.rich(folder);
            Page page = openPage();
            page.locator("#timeline .call", new Page.LocatorOptions().setHasText("create_entities"))
                    .focus();
            page.keyboard().press("Enter");
            assertThat(page.locator("#detail h2").innerText()).isEqualTo("notes/create_entities");
            page.keyboard().press("ArrowRight");
            assertThat(page.locator("#detail h2").innerText()).isEqualTo("notes"); // its session, opened for it
            page.keyboard().press("ArrowRight");
            assertThat(page.locator("#detail h2").innerText()).isEqualTo("harbour-master, turn 2");
            page.keyboard().press("ArrowLeft");
            page.keyboard().press("ArrowLeft");
            assertThat(page.locator("#detail h2").innerText()).isEqualTo("notes/create_entities");
        }

        @Test
        void timelineZoomsAndScrolls() throws Exception {
            TestRecords.rich(folder);
            Page page = openPage();
            Locator bar = page.locator("#timeline .call", new Page.LocatorOptions().setHasText("read_graph"));
            double before = bar.boundingBox().width;
            page.keyboard().press("+");
            page.keyboard().press("+");
            page.keyboard().press("+");
            assertThat(bar.boundingBox().width).isGreaterThan(before * 3);
            assertThat(scrollable(page)).isTrue();
            page.keyboard().press("0");
            assertThat(scrollable(page)).isFalse();
        }

        private boolean scrollable(Page page) {
            return (boolean) page.evaluate(
                    "() => { const s = document.querySelector('.scroll'); return s.scrollWidth > s.clientWidth + 1; }");
        }

        @Test
        void pageHasLightAndDarkColours() throws Exception {
            TestRecords.rich(folder);
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                use(scheme);
                Page page = openPage();
                page.screenshot(new Page.ScreenshotOptions()
                        .setFullPage(true)
                        .setPath(Browser.screenshot("timeline-" + scheme.name().toLowerCase(Locale.ROOT))));
            }
            assertThat(Browser.screenshot("timeline-light")).exists();
            assertThat(Files.mismatch(Browser.screenshot("timeline-light"), Browser.screenshot("timeline-dark")))
                    .isNotNegative();
            assertThat(messages).isEmpty();
        }
    }

    @Nested
    class Find {
        private List<String> steps(Page page) {
            return page.locator("#steps .step:visible .what").allInnerTexts();
        }

        @Test
        void errorsOnlyLeavesTheFailedStepsWithTheirParents() throws Exception {
            TestRecords.rich(folder);
            Page page = openPage();

            page.getByLabel("Errors only").check();

            assertThat(steps(page)).containsExactly("harbour-master", "turn 2", "scout", "turn 2", "browser/click");
            assertThat(page.locator("#found").innerText()).isEqualTo("2 errors"); // and the lost session
            assertThat(page.locator("#timeline .call:not(.dimmed)").count()).isEqualTo(1);
            page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("timeline-errors")));
            page.getByLabel("Errors only").uncheck();
            assertThat(page.locator("#timeline .dimmed").count()).isZero();
            assertThat(steps(page)).contains("notes/open_nodes");
        }

        @Test
        void errorsOnlySaysThatThereAreNone() throws Exception {
            TestRecords record = TestRecords.in(folder);
            record.agent(1, record.id(), null, null, "scout", "Look.")
                    .agentEnded(2, record.id(), "Seen.")
                    .ended(3, "answered");
            Page page = openPage();

            page.getByLabel("Errors only").check();

            assertThat(page.locator("#found").innerText()).isEqualTo("No errors");
            assertThat(steps(page)).isEmpty();
        }

        @Test
        void searchFindsWordsOfResultsAndEnterGoesToTheNextMatch() throws Exception {
            TestRecords.rich(folder);
            Page page = openPage();

            page.keyboard().press("/");
            page.keyboard().type("QUIET since");
            assertThat(steps(page)).contains("notes/open_nodes").doesNotContain("browser/click");
            page.keyboard().press("Enter");
            assertThat(page.locator("#detail h2").innerText()).isEqualTo("notes/open_nodes");
            page.locator("#search").fill("no such words");
            assertThat(page.locator("#found").innerText()).isEqualTo("No matches");
        }
    }

    @Nested
    class TurnInput {
        private List<String> messages(Page page, String selector) {
            return page.locator(selector).allInnerTexts().stream()
                    .map(text -> text.replaceAll("\n+", "\n"))
                    .toList();
        }

        @Test
        void turnShowsItsInstructionsAndMessages() throws Exception {
            TestRecords record = TestRecords.in(folder);
            String root = record.id();
            record.agent(1, root, null, null, "scout", "Look.")
                    .turnStarted(2, root, 1, "You are a scout.", "Which boats are in?")
                    .write(
                            LineType.TURN_ENDED,
                            10,
                            line -> line.put("scope", root).put("round", 1).put("text", "I will look."))
                    .call(11, root, 1, "c1", "notes", "open_nodes", "{\"names\":[\"harbour\"]}")
                    .returned(12, "c1", null, false, false, "The Ada is in.")
                    .turnStarted(13, root, 2, "You are a scout.", "", "c1")
                    .agentEnded(20, root, "The Ada.")
                    .ended(21, "answered");
            Page page = openPage();

            page.locator(".step", new Page.LocatorOptions().setHasText("turn 1"))
                    .click();
            assertThat(messages(page, "#detail .message")).containsExactly("User\nWhich boats are in?");
            page.locator("summary", new Page.LocatorOptions().setHasText("Instructions"))
                    .click();
            assertThat(page.locator("#detail details").innerText()).contains("You are a scout.");
            page.locator(".step", new Page.LocatorOptions().setHasText("turn 2"))
                    .click();
            assertThat(messages(page, "#detail > .message"))
                    .containsExactly("Result of notes__open_nodes\nThe Ada is in.");
            page.locator("summary", new Page.LocatorOptions().setHasText("2 earlier messages"))
                    .click();
            assertThat(messages(page, "#detail details .message"))
                    .containsExactly(
                            "User\nWhich boats are in?",
                            "Model\nI will look.\nnotes/open_nodes {\"names\":[\"harbour\"]}");
            page.locator("#search").fill("which boats");
            assertThat(page.locator("#found").innerText()).isEqualTo("1 match");
            page.screenshot(
                    new Page.ScreenshotOptions().setFullPage(true).setPath(Browser.screenshot("timeline-turn")));
            assertThat(messages).isEmpty();
        }
    }

    @Nested
    class Accessibility {
        @Test
        void axeFindsNoViolationInLightOrDarkModeOnALargeOrASmallScreen() throws Exception {
            TestRecords.rich(folder);
            for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
                use(scheme);
                Page page = openPage();
                for (int width : List.of(1440, 1024, 390)) {
                    page.setViewportSize(width, 900);
                    assertThat(Axe.violations(page)).as(scheme + " " + width).isEmpty();
                    page.screenshot(new Page.ScreenshotOptions()
                            .setFullPage(true)
                            .setPath(Browser.screenshot(
                                    "timeline-" + scheme.name().toLowerCase(Locale.ROOT) + "-" + width)));
                }
                page.getByLabel("Errors only").check();
                assertThat(Axe.violations(page)).isEmpty();
                page.setViewportSize(1440, 900);
                assertThat(Axe.violations(page)).isEmpty();
            }
        }
    }

    @Nested
    class RecordContent {
        @Test
        void textOfTheRecordNeverRunsAsScript() throws Exception {
            String evil = "</script><script>window.hacked = 1</script><img src=x onerror='window.hacked = 2'>";
            TestRecords record = TestRecords.in(folder);
            record.agent(1, record.id(), null, null, evil, evil)
                    .turn(2, 3, record.id(), 1, evil, 1, 1)
                    .call(4, record.id(), 1, "c1", evil, evil, "{\"a\": \"x\"}")
                    .session(5, "s1", evil, "opened", 1, evil)
                    .returned(6, "c1", "s1", true, true, evil)
                    .session(7, "s1", evil, "lost", 0, evil)
                    .agentEnded(8, record.id(), evil)
                    .ended(9, evil);
            Page page = openPage();

            for (Locator step :
                    page.locator(".step, .call, .turn, .band:not(.opening)").all()) {
                step.evaluate("element => element.click()");
            }

            assertThat(page.evaluate("() => window.hacked === undefined")).isEqualTo(true);
            assertThat(page.locator("img").count()).isZero();
            assertThat(page.locator("#head").innerText()).contains("<img src=x");
            assertThat(messages).isEmpty();
        }

        @Test
        void incompleteRecordIsShown() throws Exception {
            TestRecords record = TestRecords.in(folder);
            record.agent(1, record.id(), null, null, "scout", "Look.")
                    .write(
                            LineType.TURN,
                            2,
                            line -> line.put("scope", record.id()).put("round", 1))
                    .call(4, record.id(), 1, "c1", "notes", "open_nodes", "{}");
            Page page = openPage();
            assertThat(page.locator("#head").innerText()).contains("interrupted");
            assertThat(page.locator(".call.unfinished").count()).isEqualTo(1);
            assertThat(messages).isEmpty();
        }

        @Test
        void recordWithOnlyTheFirstLineIsShown() throws Exception {
            TestRecords.in(folder);
            Page page = openPage();
            assertThat(page.locator("#head").innerText()).contains("interrupted");
            assertThat(messages).isEmpty();
        }
    }

    @Nested
    class LongRun {
        @Test
        void longRunShowsAllCalls() throws Exception {
            TestRecords record = TestRecords.in(folder);
            String root = record.id();
            record.agent(1, root, null, null, "scout", "Look a thousand times.")
                    .session(20, "s1", "notes", "opened", 18, "");
            for (int i = 0; i < 1000; i++) {
                double at = 100 + i * 3600;
                record.turn(at, at + 900, root, i + 1, "again", 100, 10)
                        .call(at + 901, root, i + 1, "c" + i, "notes", "open_nodes", "{\"i\":" + i + "}")
                        .returned(at + 960, "c" + i, "s1", i == 0, i % 97 == 96, "seen");
            }
            record.agentEnded(3_600_500, root, "Seen.").ended(3_600_600, "answered");
            Page page = openPage();

            assertThat(page.locator("#timeline .call").count()).isEqualTo(1000);
            assertThat(page.locator("#head").innerText()).contains("1 h 00 min", "1,000");
            for (int i = 0; i < 12; i++) {
                page.keyboard().press("+");
            }
            assertThat(page.locator(".tick").count()).isBetween(3, 60);
            page.screenshot(new Page.ScreenshotOptions().setPath(Browser.screenshot("timeline-long")));
            assertThat(messages).isEmpty();
        }
    }
}
