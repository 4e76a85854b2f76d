/** The full-text index: words of documents, postings, queries and their ranking. */
@NullMarked
package dev.mooring.vault.search.words;

import org.jspecify.annotations.NullMarked;
