package dev.mooring.vault.review;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.moves.DocumentMoves;
import dev.mooring.vault.moves.DocumentMoves.Outcome;
import java.io.IOException;
import java.util.Optional;

/**
 * A move that a person has accepted. It follows the other decisions on the same documents, because it changes their paths
 * and their links.
 *
 * @param mark the raw text of the mark that proposes the move
 */
record PendingMove(SuggestionRef ref, String to, String mark) {

    Outcome carryOut(DocumentMoves moves) throws IOException {
        return moves.move(ref.path(), to, this::find);
    }

    private Optional<TextRange> find(String raw) {
        return MarkedText.parse(raw).marks().stream()
                .map(found -> found.whole())
                .filter(whole -> whole.in(raw).equals(mark))
                .findFirst();
    }
}
