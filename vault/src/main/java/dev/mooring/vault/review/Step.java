package dev.mooring.vault.review;

import dev.mooring.vault.critic.Mark;
import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.Proposal;
import dev.mooring.vault.critic.Suggestion;
import dev.mooring.vault.decisions.DecisionLog;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The effect of a decision on one suggestion, or the reason why it has none. */
sealed interface Step {

    /**
     * Changes that apply the decision.
     *
     * @param changes ascending and without overlaps
     * @param decided the suggestion marks that are not pending any more afterwards
     * @param accepted the changes of properties to make
     */
    record Change(List<MarkChange> changes, Set<Mark> decided, List<Proposal.Property> accepted) implements Step {

        static Change of(List<MarkChange> changes) {
            return new Change(changes, Set.of(), List.of());
        }
    }

    /**
     * The move of the document.
     *
     * @param mark the mark that proposes it
     * @param others the other changes of the decision
     */
    record MoveDocument(Mark mark, String to, Change others) implements Step {}

    /** The removal of the whole document. */
    record RemoveDocument() implements Step {}

    /**
     * Nothing happens.
     *
     * @param reason a sentence for the reviewer
     */
    record Refused(String reason) implements Step {}

    /** A decision on any number of suggestions. */
    interface Action {

        /** Returns the step for one suggestion. */
        Step apply(MarkedText text, Suggestion suggestion);

        /** Returns the entry for the log of decisions about the suggestion with this group; empty if there is none. */
        default Optional<DecisionLog.Entry> logEntry(String group) {
            return Optional.empty();
        }

        /** Returns whether the action rejects, so that it removes a document that is only a proposal. */
        default boolean isRejection() {
            return false;
        }
    }
}
