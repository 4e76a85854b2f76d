package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.text.FrontMatter;
import java.util.Optional;

/** Front matter must be YAML at any moment: with the marks in it, and once they are accepted. */
final class FrontMatterCheck {

    private FrontMatterCheck() {}

    static Optional<String> problem(MarkedText before, MarkedText after) {
        String rawBefore = withoutByteOrderMark(before.raw());
        String rawAfter = withoutByteOrderMark(after.raw());
        Optional<FrontMatter> now = FrontMatter.find(rawAfter);
        if (FrontMatter.find(before.rejected().text()).isPresent()) {
            Optional<FrontMatter> then = FrontMatter.find(rawBefore);
            if (then.isPresent()
                    && rawAfter.startsWith(rawBefore.substring(0, then.get().end()))) {
                return Optional.empty();
            }
            if (now.isEmpty() || !endsWhereItDid(after, now.get())) {
                return Optional.of(
                        "The lines --- around the front matter cannot be changed by a suggestion. Ask the user to do it.");
            }
            Optional<String> unreadable = unreadable(rawAfter, now.get());
            if (unreadable.isPresent()) {
                return Optional.of("A suggestion here would make the front matter invalid YAML (" + unreadable.get()
                        + "). Leave the front matter as it is, or ask the user to change it.");
            }
        }
        String accepted = after.accepted().text();
        return FrontMatter.find(accepted)
                .flatMap(matter -> unreadable(accepted, matter))
                .map(why -> "Once accepted, this would leave invalid YAML in the front matter: " + why);
    }

    private static boolean endsWhereItDid(MarkedText after, FrontMatter now) {
        int bodyStart =
                FrontMatter.find(after.rejected().text()).map(FrontMatter::end).orElse(-1);
        int byteOrderMark =
                after.raw().length() - withoutByteOrderMark(after.raw()).length();
        return bodyStart >= 0 && after.rejected().rawEnd(bodyStart) == now.end() + byteOrderMark;
    }

    static Optional<String> unreadable(String text, FrontMatter matter) {
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
