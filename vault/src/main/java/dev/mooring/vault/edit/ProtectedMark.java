package dev.mooring.vault.edit;

/** Thrown when an edit would change a mark that its author may not change. The message is the reason for the refusal. */
class ProtectedMark extends Exception {

    ProtectedMark(String reason) {
        super(reason);
    }
}
