package dev.mooring.app.review.prose;

import java.util.List;

/**
 * A block of a document with the suggestions and comments to show beside it.
 *
 * @param suggestions the indexes of the suggestions that begin in the block
 */
public record DocumentRow(String html, List<Integer> suggestions, List<Comment> comments) {}
