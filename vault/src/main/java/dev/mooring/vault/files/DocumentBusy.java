package dev.mooring.vault.files;

import java.io.IOException;

/** A document could not be changed because other threads or processes keep it locked or keep changing it. */
public final class DocumentBusy extends IOException {

    DocumentBusy(String path) {
        super("Cannot change " + path + ": other processes are changing it. Try again.");
    }
}
