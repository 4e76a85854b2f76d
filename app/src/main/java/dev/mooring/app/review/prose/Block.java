package dev.mooring.app.review.prose;

/** HTML of one block, and where in the shown text it begins. */
record Block(String html, int start) {}
