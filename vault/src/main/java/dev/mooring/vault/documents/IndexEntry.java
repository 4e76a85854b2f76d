package dev.mooring.vault.documents;

import dev.mooring.vault.files.DocumentWalk.Listed;

/**
 * The index entry of one document.
 *
 * @param readable whether the document may be a text document; true until it is read
 * @param hasPendingMarks whether the document has pending suggestions or open comments; false until it is read
 * @param fingerprint a hash of the content; 0 until the document is read
 */
record IndexEntry(Listed listed, boolean readable, boolean hasPendingMarks, long fingerprint) {

    static IndexEntry unread(Listed listed) {
        return new IndexEntry(listed, true, false, 0);
    }

    static IndexEntry unreadable(Listed listed, long fingerprint) {
        return new IndexEntry(listed, false, false, fingerprint);
    }

    boolean isUnread() {
        return fingerprint == 0;
    }

    /** Returns the same entry for a file whose content is the same but whose attributes may have changed. */
    IndexEntry withListed(Listed current) {
        return new IndexEntry(current, readable, hasPendingMarks, fingerprint);
    }
}
