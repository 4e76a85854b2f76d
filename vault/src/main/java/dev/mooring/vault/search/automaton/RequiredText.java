package dev.mooring.vault.search.automaton;

import java.util.List;
import java.util.function.Predicate;

/**
 * The text that every match of a pattern contains, ignoring case. A search uses it to skip documents that cannot match.
 *
 * <p>A requirement is a necessary condition, never a sufficient one: where the pattern allows too many texts, the
 * requirement is {@link #NOTHING}.
 */
public sealed interface RequiredText {

    /** The requirement of a pattern that may match any document. */
    RequiredText NOTHING = new AllOf(List.of());

    /**
     * Returns false only if a document certainly has no match.
     *
     * @param mayContain returns false only if the document certainly does not contain the given text, ignoring case
     */
    boolean isPossible(Predicate<String> mayContain);

    /** A literal text. */
    record Literal(String text) implements RequiredText {
        @Override
        public boolean isPossible(Predicate<String> mayContain) {
            return mayContain.test(text);
        }
    }

    /** Requirements that must all hold. */
    record AllOf(List<RequiredText> parts) implements RequiredText {
        @Override
        public boolean isPossible(Predicate<String> mayContain) {
            return parts.stream().allMatch(part -> part.isPossible(mayContain));
        }
    }

    /** Requirements of which at least one must hold. */
    record AnyOf(List<RequiredText> branches) implements RequiredText {
        @Override
        public boolean isPossible(Predicate<String> mayContain) {
            return branches.stream().anyMatch(branch -> branch.isPossible(mayContain));
        }
    }
}
