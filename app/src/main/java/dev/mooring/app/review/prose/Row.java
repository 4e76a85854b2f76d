package dev.mooring.app.review.prose;

import java.util.List;

/**
 * A block of a document, with what is to be said beside it.
 *
 * @param suggestions which of the document's suggestions begin in it, counted from 0
 */
public record Row(String html, List<Integer> suggestions, List<Remark> remarks) {}
