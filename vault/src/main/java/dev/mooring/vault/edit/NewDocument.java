package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkMetadata;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.text.FrontMatter;
import java.util.Optional;

/** The outcome of proposing a new document: one insertion around the body, with the front matter outside it. */
public sealed interface NewDocument {

    /**
     * The document can be written.
     *
     * @param raw the text of the file
     */
    record Suggested(String raw) implements NewDocument {}

    /**
     * The document is refused.
     *
     * @param reason why, and what to do instead, as a message for the model
     */
    record Refused(String reason) implements NewDocument {}

    /** Turns the content of a new document into a suggestion. A byte order mark stays outside it. */
    static NewDocument suggest(String content, Signature signature) {
        boolean hasByteOrderMark = content.startsWith("\uFEFF");
        NewDocument suggested = suggestText(hasByteOrderMark ? content.substring(1) : content, signature);
        return hasByteOrderMark && suggested instanceof Suggested(String raw)
                ? new Suggested("\uFEFF" + raw)
                : suggested;
    }

    private static NewDocument suggestText(String content, Signature signature) {
        if (!MarkScanner.scan(content).isEmpty()) {
            return new Refused("content contains CriticMarkup. Give the final text without marks; "
                    + "the tool turns it into a suggestion.");
        }
        Optional<String> invalidCharacter = InvalidCharacters.findProblem("content", content, "");
        if (invalidCharacter.isPresent()) {
            return new Refused(invalidCharacter.get());
        }
        Optional<FrontMatter> matter = FrontMatter.find(content);
        Optional<String> yamlError = matter.flatMap(found -> FrontMatterCheck.yamlError(content, found));
        if (yamlError.isPresent()) {
            return new Refused("The front matter is not valid YAML: " + yamlError.get() + ". Correct it.");
        }
        int bodyStart = matter.map(FrontMatter::end).orElse(0);
        String body = content.substring(bodyStart);
        if (body.isBlank()) {
            return new Refused("content has no text outside the front matter. Give the text of the document.");
        }
        String raw = content.substring(0, bodyStart)
                + signature.with(MarkMetadata.Flag.CREATED).mark(MarkKind.INSERTION, body);
        MarkedText text = MarkedText.parse(raw);
        boolean parsesBack = text.accepted().rawText().equals(content)
                && text.rejected().rawText().equals(content.substring(0, bodyStart))
                && (signature.isPlain() || text.isProposedDocument())
                && MarkedText.parse(text.acceptAll()).accepted().rawText().equals(content);
        return parsesBack
                ? new Suggested(raw)
                : new Refused(
                        "content contains CriticMarkup delimiters such as {++ or ++} that would be confused with those "
                                + "of the suggestion. Write the document without them.");
    }
}
