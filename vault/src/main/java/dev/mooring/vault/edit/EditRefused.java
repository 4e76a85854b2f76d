package dev.mooring.vault.edit;

/** Thrown when an edit cannot be written as a suggestion. The message is the reason. */
class EditRefused extends Exception {

    EditRefused(String reason) {
        super(reason);
    }
}
