package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.text.FrontMatter;
import java.util.Optional;

/** Checks that front matter stays valid YAML, both with its marks and once they are accepted. */
final class FrontMatterCheck {

    private FrontMatterCheck() {}

    static Optional<String> findProblem(MarkedText before, MarkedText after) {
        String rawBefore = withoutByteOrderMark(before.raw());
        String rawAfter = withoutByteOrderMark(after.raw());
        Optional<FrontMatter> matterAfter = FrontMatter.find(rawAfter);
        if (FrontMatter.find(before.rejected().text()).isPresent()) {
            Optional<FrontMatter> matterBefore = FrontMatter.find(rawBefore);
            if (matterBefore.isPresent()
                    && matterAfter.equals(matterBefore)
                    && rawAfter.startsWith(
                            rawBefore.substring(0, matterBefore.get().end()))) {
                return Optional.empty();
            }
            if (matterAfter.isEmpty() || !endsWithItsRejectedText(after, matterAfter.get())) {
                return Optional.of(
                        "A suggestion cannot change the lines --- around the front matter. Ask the user to change them.");
            }
            Optional<String> yamlError = yamlError(rawAfter, matterAfter.get());
            if (yamlError.isPresent()) {
                return Optional.of("A suggestion here would make the front matter invalid YAML (" + yamlError.get()
                        + "). Do not change the front matter, or ask the user to change it.");
            }
        }
        String accepted = after.accepted().text();
        if (matterAfter.isEmpty()
                && proposesProperties(after)
                && hasSecond(accepted)
                && !hasSecond(before.accepted().text())) {
            return Optional.of(
                    "The change would make the text begin with front matter, although properties are proposed "
                            + "for this document. Ask the user to review the proposed properties first, or edit other text.");
        }
        return FrontMatter.find(accepted)
                .flatMap(matter -> yamlError(accepted, matter))
                .map(error -> "After accepting this change, the front matter would be invalid YAML: " + error
                        + ". Change the text so that it stays valid.");
    }

    private static boolean proposesProperties(MarkedText text) {
        return text.marks().stream().anyMatch(mark -> mark.proposal() instanceof Proposal.Property);
    }

    /**
     * Returns true if front matter is followed by more front matter. If the first block consists of proposed properties,
     * accepting either block invalidates the suggestion of the other.
     */
    private static boolean hasSecond(String text) {
        return FrontMatter.find(text)
                .flatMap(first -> FrontMatter.find(text.substring(first.end())))
                .isPresent();
    }

    /** Returns true if the front matter ends at the same position with and without the suggestions. */
    private static boolean endsWithItsRejectedText(MarkedText after, FrontMatter matter) {
        int bodyStart =
                FrontMatter.find(after.rejected().text()).map(FrontMatter::end).orElse(-1);
        int byteOrderMark =
                after.raw().length() - withoutByteOrderMark(after.raw()).length();
        return bodyStart >= 0 && after.rejected().rawEnd(bodyStart) == matter.end() + byteOrderMark;
    }

    /** Returns why the front matter is not valid YAML; empty if it is. */
    static Optional<String> yamlError(String text, FrontMatter matter) {
        try {
            matter.load(text);
            return Optional.empty();
        } catch (FrontMatter.InvalidYaml e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private static String withoutByteOrderMark(String raw) {
        return raw.startsWith("\uFEFF") ? raw.substring(1) : raw;
    }
}
