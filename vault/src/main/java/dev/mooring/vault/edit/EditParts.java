package dev.mooring.vault.edit;

import dev.mooring.vault.critic.FrontMatterChange;
import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.text.FrontMatterProperties;
import java.util.List;
import java.util.Optional;

/**
 * A replacement, split into its effect on the front matter and on the text below.
 *
 * @param matter the change of properties; empty if the front matter stays as it is
 * @param body the change of the text below; empty if only properties change
 * @param result the accepted view that the caller asks for
 */
record EditParts(Optional<FrontMatterEdit> matter, Optional<Replacement> body, String result) {

    private static final String DELIMITERS =
            "A suggestion cannot change the lines --- around the front matter. Ask the user to change them.";

    /** @throws EditRefused if the front matter must not change like this */
    static EditParts of(
            MarkedText text, Replacement replacement, CommentedText oldText, CommentedText newText, Signature signature)
            throws EditRefused {
        String view = replacement.view();
        String result = replacement.result();
        int bodyStart = MarkedText.bodyStart(view);
        boolean changesMatter = bodyStart == 0
                ? addsFrontMatter(text, replacement, result, signature)
                : replacement.starts().getFirst() < bodyStart && isBare(text, bodyStart);
        if (!changesMatter) {
            return new EditParts(Optional.empty(), Optional.of(replacement), result);
        }
        if (!oldText.comments().isEmpty() || !newText.comments().isEmpty()) {
            throw new EditRefused("Front matter cannot have comments {>>…<<}. Comment on the text below it instead.");
        }
        Optional<Replacement> body = body(replacement, result, bodyStart);
        String before = view.substring(0, bodyStart);
        String after = result.substring(0, MarkedText.bodyStart(result));
        return before.equals(after)
                ? new EditParts(Optional.empty(), body, result)
                : new EditParts(Optional.of(FrontMatterEdit.between(text, before, after, signature)), body, result);
    }

    /** Returns true if an edit puts properties above a text without front matter. */
    private static boolean addsFrontMatter(
            MarkedText text, Replacement replacement, String result, Signature signature) {
        int bodyStart = MarkedText.bodyStart(result);
        if (replacement.starts().getFirst() > 0 || bodyStart == 0 || signature.isPlain()) {
            return false;
        }
        boolean startsWithOwnText = text.marks().stream()
                .findFirst()
                .filter(mark -> mark.whole().start() <= text.accepted().rawStart(0))
                .filter(Mark::isSuggestion)
                .filter(signature::owns)
                .isPresent();
        try {
            return !startsWithOwnText
                    && !FrontMatterProperties.of(result.substring(0, bodyStart)).isEmpty();
        } catch (FrontMatterProperties.Invalid e) {
            return false;
        }
    }

    /** Returns true if the front matter is not part of a suggestion. */
    private static boolean isBare(MarkedText text, int bodyStart) {
        return text.accepted().rawEnd(bodyStart)
                == FrontMatterChange.of(text).range().end();
    }

    private static Optional<Replacement> body(Replacement replacement, String result, int bodyStart)
            throws EditRefused {
        int length = replacement.oldText().length();
        int first = replacement.starts().getFirst();
        int newBodyStart = MarkedText.bodyStart(result);
        boolean isMixed = bodyStart == 0
                || replacement.starts().stream().anyMatch(it -> it < bodyStart && it + length > bodyStart);
        if (isMixed) {
            int end = first + length;
            int newEnd = result.length() - (replacement.view().length() - end);
            // Without its last delimiter, front matter would become text.
            boolean losesDelimiter = newBodyStart == 0 && (first > 0 || result.startsWith("---"));
            if (replacement.starts().size() > 1 || newBodyStart > newEnd || losesDelimiter) {
                throw new EditRefused(DELIMITERS);
            }
            String oldBody = replacement.view().substring(bodyStart, end);
            String newBody = result.substring(newBodyStart, newEnd);
            return oldBody.equals(newBody)
                    ? Optional.empty()
                    : Optional.of(new Replacement(replacement.view(), List.of(bodyStart), oldBody, newBody));
        }
        List<Integer> inBody =
                replacement.starts().stream().filter(it -> it >= bodyStart).toList();
        int inMatter = replacement.starts().size() - inBody.size();
        if (newBodyStart != bodyStart + inMatter * (replacement.newText().length() - length)) {
            throw new EditRefused(DELIMITERS);
        }
        return inBody.isEmpty()
                ? Optional.empty()
                : Optional.of(
                        new Replacement(replacement.view(), inBody, replacement.oldText(), replacement.newText()));
    }

    /** Returns where the body is changed. */
    List<Integer> starts() {
        return body.map(Replacement::starts).orElse(List.of());
    }

    /** Returns why the edited text does not have the wanted properties; empty if it has. */
    Optional<String> findProblem(MarkedText edited) {
        return matter.flatMap(it -> it.findProblem(edited));
    }

    /** Returns the view that the edited text must have. The values of properties decide, not how they are written. */
    String expectedView(MarkedText edited) {
        if (matter.isEmpty()) {
            return result;
        }
        String view = edited.accepted().text();
        return view.substring(0, MarkedText.bodyStart(view)) + result.substring(MarkedText.bodyStart(result));
    }
}
