package dev.mooring.vault.critic;

import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/** A change that the metadata of a comment proposes, because no mark can stand where the change happens. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public sealed interface Proposal {

    /**
     * A change of one property of the front matter.
     *
     * @param from the value that the property must have: a string, number, boolean or list of them; empty if the property
     *     must not exist
     * @param to the new value; empty to remove the property
     */
    record Property(String name, Optional<Object> from, Optional<Object> to) implements Proposal {

        /** Returns the property before the change as one line of text; empty if it does not exist. */
        public String before() {
            return from.map(value -> name + ": " + text(value)).orElse("");
        }

        /** Returns the property after the change as one line of text; empty if it is removed. */
        public String after() {
            return to.map(value -> name + ": " + text(value)).orElse("");
        }

        private static String text(Object value) {
            return value instanceof List<?> list
                    ? String.join(", ", list.stream().map(String::valueOf).toList())
                    : value.toString();
        }
    }

    /**
     * A move of the document, which rewrites the links to it.
     *
     * @param to the new path, relative to the folder of documents
     */
    record Move(String to) implements Proposal {}

    /** The removal of the document. */
    record Delete() implements Proposal {}
}
