package dev.mooring.vault.server;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.search.Utf8Text;
import dev.mooring.vault.text.AuthorName;
import dev.mooring.vault.text.LineNumbers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;

/** The open comments of a document as lines to search. Comments that {@code read} hides are left out. */
final class CommentLines {

    private CommentLines() {}

    /**
     * A comment.
     *
     * @param line the line of the accepted view at which the comment is
     * @param author the author's name and a colon; empty if it is unknown
     * @param text the comment on one line
     */
    record Comment(int line, String author, String text) {}

    /** Returns the text whose n-th line is the n-th comment. */
    static Utf8Text text(byte[] raw) {
        return Utf8Text.of(of(raw).stream().map(Comment::text).collect(Collectors.joining("\n")));
    }

    /** Returns the comments in the order of the document. */
    static List<Comment> of(byte[] raw) {
        MarkedText text = MarkedText.parse(new String(raw, StandardCharsets.UTF_8));
        var lines = new LineNumbers(text.accepted().text());
        return text.comments().stream()
                .filter(comment -> comment.isOpenComment() && !comment.isPendingComment())
                .map(comment -> comment(comment, text, lines))
                .toList();
    }

    private static Comment comment(Mark mark, MarkedText text, LineNumbers lines) {
        String author = mark.author();
        return new Comment(
                lines.lineOf(text.accepted().fromRaw(mark.whole().start())),
                author == null ? "" : AuthorName.inToolResult(author) + ": ",
                mark.text().in(text.raw()).replaceAll("\\R", " ").strip());
    }
}
