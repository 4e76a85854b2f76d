package dev.mooring.vault.edit;

import dev.mooring.vault.critic.MarkKind;
import dev.mooring.vault.critic.MarkScanner;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.text.FrontMatter;
import java.util.Optional;

/** A whole document as one suggestion: front matter as it is, the body as an insertion. */
public sealed interface NewDocument {

    record Suggested(String raw) implements NewDocument {}

    record Refused(String reason) implements NewDocument {}

    static NewDocument suggest(String content, Signature signature) {
        if (!MarkScanner.scan(content).isEmpty()) {
            return new Refused("content holds CriticMarkup. Give the text as it shall read in the end: "
                    + "it becomes a suggestion by itself.");
        }
        Optional<FrontMatter> matter = FrontMatter.find(content);
        Optional<String> unreadable = matter.flatMap(found -> FrontMatterCheck.unreadable(content, found));
        if (unreadable.isPresent()) {
            return new Refused("The front matter is not valid YAML: " + unreadable.get());
        }
        int bodyStart = matter.map(FrontMatter::end).orElse(0);
        String body = content.substring(bodyStart);
        if (body.isBlank()) {
            return new Refused("content has no text. Give the text of the document.");
        }
        String raw = content.substring(0, bodyStart) + signature.onNewDocument().mark(MarkKind.INSERTION, body);
        MarkedText text = MarkedText.parse(raw);
        boolean asMeant = text.accepted().rawText().equals(content)
                && text.isProposedDocument()
                && MarkedText.parse(text.acceptAll()).accepted().rawText().equals(content);
        return asMeant
                ? new Suggested(raw)
                : new Refused("content holds delimiters of CriticMarkup that would be mixed up with those of the "
                        + "suggestion, such as {++ or ++}. Write the document without them.");
    }
}
