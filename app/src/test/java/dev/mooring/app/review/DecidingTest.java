package dev.mooring.app.review;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.mcp.client.McpClient;
import java.io.IOException;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Decisions on one suggestion and on many. */
class DecidingTest extends Reviewing {
    @Nested
    class ByKeyboard {
        @Test
        void jAndKStepThroughAllDocuments() {
            open("shopping.md");
            assertThat(page.locator(".card.now")).containsText("oat milk");
            assertThat(page.locator(".text .now")).hasCount(2);

            page.keyboard().press("j");
            assertThat(page.locator("h1")).hasText("ferry.md");
            assertThat(page.locator(".card.now")).containsText("nine");
            assertThat(page.locator(".card.now")).isFocused();
            picture("current");

            page.keyboard().press("k");
            assertThat(page.locator("h1")).hasText("shopping.md");
        }

        @Test
        void rRejectsAndUUndoes() throws IOException {
            String before = folder.text("shopping.md");
            open("shopping.md");
            page.keyboard().press("r");
            assertThat(page.locator(".state")).hasText("No suggestions in this document.");
            assertThat(folder.text("shopping.md")).isEqualTo("Buy milk and bread.\n");

            page.keyboard().press("u");
            assertThat(page.locator(".card.now")).containsText("oat milk");
            assertThat(page.locator(".notice")).containsText("Undone: rejected a suggestion.");
            assertThat(folder.text("shopping.md")).isEqualTo(before);
        }

        @Test
        void quickKeyPressesAreHandledInOrder() throws IOException {
            open("travel/ferry.md");
            page.keyboard().press("a");
            page.keyboard().press("r");
            page.keyboard().press("a");
            assertThat(cards()).hasCount(2);
            assertThat(folder.text("travel/ferry.md"))
                    .contains("leaves at nine from the old harbour.")
                    .contains("- Bring water\n- \n- Be early");
        }

        @Test
        void helpAndFilterHaveKeys() {
            open("travel/ferry.md");
            page.keyboard().press("?");
            assertThat(page.locator("dialog#help")).isVisible();
            picture("help");
            page.keyboard().press("Escape");
            page.keyboard().press("/");
            assertThat(page.locator("input[name=text]")).isFocused();
        }
    }

    @Test
    void anAcceptedMoveOpensTheDocumentAtItsNewPathAndCanBeUndone() throws Exception {
        String before = """
                {>>{"author":"Claude","time":1790000000,"g":"m1","move":"lists/food.md"}@@move to lists/food.md<<}
                Buy bread.
                """;
        ReviewedFolder.write(root, "shop.md", before);
        ReviewedFolder.write(root, "index.md", "See [[shop]] and [shop](shop.md).\n");
        open("shop.md");
        assertThat(page.locator(".card.now")).containsText("Move to lists/food.md");
        picture("move");
        page.keyboard().press("a");

        assertThat(page.locator("h1")).hasText("food.md");
        assertThat(page.locator(".notice")).containsText("Moved to lists/food.md. Links in 1 document now lead there.");
        assertThat(folder.text("lists/food.md")).isEqualTo("Buy bread.\n");
        assertThat(folder.text("index.md")).isEqualTo("See [[food]] and [shop](lists/food.md).\n");

        page.keyboard().press("u");
        assertThat(page.locator("h1")).hasText("shop.md");
        assertThat(folder.text("shop.md")).isEqualTo(before);
        assertThat(folder.text("index.md")).isEqualTo("See [[shop]] and [shop](shop.md).\n");
    }

    @Test
    void suggestionCanBeEditedBeforeItIsAccepted() throws IOException {
        open("shopping.md");
        page.keyboard().press("e");
        assertThat(page.locator("dialog#writing textarea")).hasValue("oat milk");
        page.locator("dialog#writing textarea").fill("two bottles of milk");
        page.locator("dialog#writing .primary").click();

        assertThat(page.locator(".state")).hasText("No suggestions in this document.");
        assertThat(folder.text("shopping.md")).isEqualTo("Buy two bottles of milk and bread.\n");
    }

    @Test
    void commentReachesTheAssistant() throws Exception {
        open("shopping.md");
        page.keyboard().press("c");
        page.locator("dialog#writing textarea").fill("We have milk.");
        page.locator("dialog#writing .primary").click();

        assertThat(page.locator(".card.now .thread")).containsText("We have milk.");
        try (McpClient claude = folder.assistant("Claude")) {
            assertThat(ReviewedFolder.read(claude, "shopping.md")).contains("\"We have milk.\"");
        }
    }

    @Test
    void commentOfAnAssistantIsACardThatIsAcceptedOrRejected() throws Exception {
        String comment = "{>>{\"author\":\"Codex\",\"time\":1790000000}@@Is the bread fresh?<<}";
        ReviewedFolder.write(root, "shopping.md", "Buy bread" + comment + ".\n");
        open("shopping.md");
        assertThat(page.locator(".card.now .said")).hasText("Is the bread fresh?");
        assertThat(page.locator(".card.now .badge")).hasText("Assistant");
        page.keyboard().press("a");
        assertThat(cards()).hasCount(0);
        assertThat(folder.text("shopping.md")).contains("Is the bread fresh?").contains("\"done\":true");

        page.keyboard().press("u");
        assertThat(page.locator(".card.now")).containsText("Is the bread fresh?");
        page.locator("[data-view=raw][data-do=view]").click();
        assertThat(page.locator(".text .now")).containsText("Is the bread fresh?");
        page.keyboard().press("r");
        assertThat(page.locator(".state")).hasText("No suggestions in this document.");
        assertThat(folder.text("shopping.md")).isEqualTo("Buy bread.\n");
    }

    @Nested
    class BulkDecisions {
        @Test
        void bulkDecisionAppliesToTheFilterAfterOneConfirmation() throws IOException {
            open("travel/ferry.md");
            page.locator("select[name=author]").selectOption("Codex");
            assertThat(page.locator(".sum")).hasText("2 suggestions in 2 documents");
            assertThat(page.locator(".card.other")).hasCount(4);

            page.locator(".everything >> text=Accept all 2").click();
            assertThat(page.locator("dialog#confirm h2")).hasText("Accept 2 suggestions?");
            page.locator("dialog#confirm .primary").click();

            assertThat(page.locator(".notice")).containsText("Accepted 2 suggestions.");
            assertThat(folder.text("shopping.md")).isEqualTo("Buy oat milk and bread.\n");
            assertThat(folder.text("travel/ferry.md"))
                    .doesNotContain("umbrella")
                    .contains("nine++}");
        }

        @Test
        void filtersCombineAndAreKeptInTheUrl() {
            open("shopping.md");
            page.locator("select[name=folder]").selectOption("travel");
            assertThat(page.locator(".sum")).hasText("4 suggestions and 1 comment in 1 document");
            page.locator("select[name=age]").selectOption("older-day");
            assertThat(page.locator(".sum")).hasText("1 suggestion and 1 comment in 1 document");
            // Wait until the filter leaves one document.
            assertThat(page.locator(".card:not(.other)"))
                    .containsText(new String[] {"Bring an umbrella", "Is this still so?"});
            page.locator("select[name=age]").selectOption("last-day");
            page.locator("input[name=text]").fill("SUMMER");
            assertThat(page.locator(".sum")).hasText("1 suggestion in 1 document");
            assertThat(page.locator(".card:not(.other)")).containsText(new String[] {"in summer also at ten"});

            page.reload();
            assertThat(page.locator(".sum")).hasText("1 suggestion in 1 document");
            assertThat(page.locator("select[name=folder]")).hasValue("travel");
            assertThat(page.locator("input[name=text]")).hasValue("SUMMER");
        }

        @Test
        void bulkDecisionIsRefusedWhenTheMatchesHaveChanged() throws Exception {
            open("shopping.md");
            page.locator("select[name=author]").selectOption("Codex");
            page.locator(".everything >> text=Reject all 2").click();
            assertThat(page.locator("dialog#confirm h2")).hasText("Reject 2 suggestions?");
            try (McpClient codex = folder.assistant("Codex")) {
                ReviewedFolder.suggest(codex, "shopping.md", "bread", "rye bread");
            }
            // A third suggestion arrives while the confirmation for two is open.
            assertThat(page.locator(".sum")).hasText("3 suggestions in 2 documents");
            page.locator("dialog#confirm .primary").click();

            assertThat(page.locator(".notice.conflict")).containsText("Nothing was decided");
            assertThat(folder.text("shopping.md")).contains("oat milk++}").contains("rye");
            assertThat(folder.text("travel/ferry.md")).contains("umbrella--}");
        }

        @Test
        void selectedSuggestionsAreDecidedTogether() throws IOException {
            open("travel/ferry.md");
            cards().nth(0).locator("input").check();
            cards().nth(1).locator("input").check();
            assertThat(page.locator("#selection")).containsText("2 selected");
            picture("selection");
            page.locator("#selection .accept").click();

            assertThat(cards()).hasCount(3);
            assertThat(folder.text("travel/ferry.md"))
                    .contains("leaves at nine from the old harbour, in summer also at ten.");
            page.locator("#undo").click();
            assertThat(cards()).hasCount(5);
        }

        @Test
        void wholeDocumentIsDecidedAtOnce() throws IOException {
            open("travel/ferry.md");
            page.locator(".tools >> text=Reject all 5").click();
            page.locator("dialog#confirm .primary").click();

            assertThat(page.locator(".state")).hasText("No suggestions in this document.");
            assertThat(folder.text("travel/ferry.md"))
                    .contains("leaves at eight from the old harbour.")
                    .contains("https://old.example.com/");
        }
    }
}
