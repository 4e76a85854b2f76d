package dev.mooring.app.review.prose;

/** The HTML of one block, and its start in the shown text. */
record Block(String html, int start) {}
