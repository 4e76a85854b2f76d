package dev.mooring.vault;

/** Hears of documents that were read anew or are gone, on the thread that noticed; it must not wait there. */
@FunctionalInterface
public interface VaultListener {

    void documentChanged(String path);
}
