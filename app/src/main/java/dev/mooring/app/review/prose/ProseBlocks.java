package dev.mooring.app.review.prose;

import dev.mooring.app.review.prose.Alignment.Atom;
import dev.mooring.vault.critic.TextRange;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Renders parts of a document as prose: parses both sides, and merges their blocks. Not thread-safe. */
final class ProseBlocks {

    private final Sides sides;
    private final ProseHtml html;
    private final Markdown before;
    private final Markdown after;

    ProseBlocks(Sides sides, ProseHtml html, LinkAddresses addresses, boolean isCut) {
        this.sides = sides;
        this.html = html;
        this.before = new Markdown(sides.before(), addresses, isCut);
        this.after = sides.isUnchanged() ? before : new Markdown(sides.after(), addresses, isCut);
    }

    /** Returns all text that determines the HTML of a part. */
    String source(Part part) {
        return part.before().in(sides.before().text())
                + before.definitions()
                + '\0'
                + part.after().in(sides.after().text())
                + after.definitions();
    }

    List<Block> of(Part part) {
        List<Content> old = before.blocks(part.before());
        List<Content> fresh = before == after ? old : after.blocks(part.after());
        List<Atom> oldAtoms = Alignment.atoms(old, sides.before());
        List<Atom> freshAtoms = Alignment.atoms(fresh, sides.after());
        var merge = new Merge(sides, html);
        List<Block> blocks = new ArrayList<>();
        Merge.walk(Alignment.of(oldAtoms, freshAtoms), old.size(), fresh.size(), (i, j) -> {
            @Nullable Content one = i < 0 ? null : old.get(i);
            @Nullable Content other = j < 0 ? null : fresh.get(j);
            merge.block(one, other);
            blocks.add(new Block(html.take(), range(one), range(other)));
        });
        return blocks;
    }

    private static @Nullable TextRange range(@Nullable Content content) {
        return content == null ? null : new TextRange(content.from(), content.to());
    }
}
