package dev.mooring.vault.edit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.View;
import dev.mooring.vault.text.FrontMatter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.DumperOptions;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;
import org.yaml.snakeyaml.representer.Representer;
import org.yaml.snakeyaml.resolver.Resolver;

/** Random sequences of edits on random documents. A failure names the seed that reproduces it. */
class EditPropertiesTest {

    private static final int DOCUMENTS = Integer.getInteger("mooring.property.documents", 1_000);
    private static final int EDITS = 8;

    private int suggested;

    @Test
    void randomEditsKeepViewsMarksAndOriginalTextIntact() {
        long seed = Long.getLong("mooring.property.seed", System.nanoTime());
        System.out.println("EditPropertiesTest: -Dmooring.property.seed=" + seed);
        for (int i = 0; i < DOCUMENTS; i++) {
            long each = seed + i;
            try {
                editAtRandom(new Random(each));
            } catch (Throwable e) {
                throw new AssertionError("with -Dmooring.property.seed=" + each + " -Dmooring.property.documents=1", e);
            }
        }
        assertThat(suggested).as("successful edits").isGreaterThan(DOCUMENTS);
    }

    private void editAtRandom(Random random) {
        var words = new RandomText(random);
        String original = words.document();
        MarkedText text = MarkedText.parse(original);
        boolean plain = random.nextInt(6) == 0;
        List<String> history = new ArrayList<>(List.of(original));
        for (int n = 0; n < EDITS; n++) {
            String view = text.accepted().text();
            String oldText = randomPart(random, view);
            String newText = random.nextInt(4) == 0 ? "" : changed(random, words, oldText);
            Signature signature = plain
                    ? Signature.plain()
                    : Signature.by(random.nextInt(4) == 0 ? "Bob" : "Claude", Instant.ofEpochSecond(n));
            boolean all = random.nextInt(3) == 0;
            EditOutcome outcome = SuggestedEdit.apply(text, new Edit(oldText, newText, all, signature));
            if (outcome instanceof EditOutcome.Suggested(MarkedText after, var positions, var _, var _)) {
                history.add(after.raw());
                String expected = view.replace(oldText, newText);
                if (oldText.isEmpty()) {
                    expected = newText;
                }
                verify(history, original, text, after, expected);
                assertThat(positions).isNotEmpty();
                suggested++;
                text = after;
            }
        }
    }

    private static void verify(
            List<String> history, String original, MarkedText before, MarkedText after, String expected) {
        assertThat(values(after.accepted().text()))
                .as("accepted view of %s", history)
                .isEqualTo(values(expected));
        assertThat(MarkedText.parse(after.acceptAll()).accepted().text())
                .as("all accepted in %s", history)
                .isEqualTo(after.accepted().text());
        MarkedText first = MarkedText.parse(original);
        assertThat(after.rejectAll()).as("all rejected in %s", history).isEqualTo(first.rejectAll());
        for (Mark mark : after.marks()) {
            assertThat(MarkScanner.scan(mark.text().in(after.raw())))
                    .as("nested in %s", history)
                    .isEmpty();
            assertThat(MarkScanner.scan(mark.whole().in(after.raw())))
                    .as("parses alone in %s", history)
                    .hasSize(1);
        }
        for (Mark mark : before.marks()) {
            boolean isMovedIntoSuggestion = mark.kind() == MarkKind.HIGHLIGHT;
            if ((mark.isBy("Ann") && !isMovedIntoSuggestion) || mark.isComment()) {
                assertThat(after.raw())
                        .as("mark of another author in %s", history)
                        .contains(mark.whole().in(before.raw()));
            }
        }
        verifyPositions(after.accepted(), after.raw());
        verifyPositions(after.rejected(), after.raw());
    }

    /** Returns a text with its properties, sorted by name and with values as text, in place of the front matter. */
    private static String values(String view) {
        Optional<FrontMatter> matter = FrontMatter.find(view);
        if (matter.isEmpty()) {
            return Map.of() + view;
        }
        var options = new LoaderOptions();
        var withoutTypes = new Resolver() {
            @Override
            protected void addImplicitResolvers() {}
        };
        var yaml = new Yaml(
                new SafeConstructor(options),
                new Representer(new DumperOptions()),
                new DumperOptions(),
                options,
                withoutTypes);
        Object properties = yaml.load(matter.get().yaml(view));
        return (properties instanceof Map<?, ?> map ? new TreeMap<>(map) : Map.of())
                + view.substring(matter.get().end());
    }

    /** Proposed front matter has no exact positions. */
    private static void verifyPositions(View view, String raw) {
        for (int i = MarkedText.bodyStart(view.text()); i < view.text().length(); i++) {
            String shown = raw.substring(view.rawStart(i), view.rawEnd(i + 1)).replace("\r\n", "\n");
            if (view.fromRaw(view.rawStart(i)) != i || !shown.equals(view.text().substring(i, i + 1))) {
                throw new AssertionError("position " + i + " of " + raw);
            }
        }
    }

    private static String randomPart(Random random, String view) {
        if (view.isEmpty()) {
            return "";
        }
        int start = random.nextInt(view.length());
        int end = Math.min(view.length(), start + 1 + random.nextInt(random.nextInt(5) == 0 ? 80 : 15));
        return wholeCharacters(view, start, end);
    }

    /** Extends a range to whole surrogate pairs, because callers send valid Unicode. */
    private static String wholeCharacters(String view, int start, int end) {
        int from = start > 0 && Character.isLowSurrogate(view.charAt(start)) ? start - 1 : start;
        int to = end < view.length() && Character.isLowSurrogate(view.charAt(end)) ? end + 1 : end;
        return view.substring(from, to);
    }

    private static String changed(Random random, RandomText words, String oldText) {
        return switch (random.nextInt(5)) {
            case 0 -> words.words(3);
            case 1 -> oldText + words.words(2);
            case 2 -> words.words(2) + "\n" + oldText;
            case 3 -> oldText.replace('a', 'o').replace("e", "");
            default ->
                oldText.substring(0, oldText.offsetByCodePoints(0, oldText.codePointCount(0, oldText.length()) / 2))
                        + words.words(1);
        };
    }
}
