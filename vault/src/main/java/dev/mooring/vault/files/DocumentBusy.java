package dev.mooring.vault.files;

import java.io.IOException;

/**
 * A document cannot be changed because other programs are saving it or keep it locked. Nothing was written. The message says
 * why and that the caller can try again: the end of a sentence, and further sentences.
 */
public final class DocumentBusy extends IOException {

    private DocumentBusy(String message) {
        super(message);
    }

    /** Another program has the file open for writing, or saves it again and again. */
    public static DocumentBusy saving(String path) {
        return new DocumentBusy("another program is saving " + path + ". Nothing was written. Try again.");
    }

    /** Another thread or process does not release the document's lock. */
    static DocumentBusy locked(String holder) {
        return new DocumentBusy(holder + ". Nothing was written. Try again.");
    }

    /** The calling thread was interrupted. */
    static DocumentBusy interrupted() {
        return new DocumentBusy("the call was cancelled. Nothing was written.");
    }
}
