/** Saved runs: written as they happen, read back as a story, shown as a tree or as a page with a timeline. */
@NullMarked
package dev.mooring.app.record;

import org.jspecify.annotations.NullMarked;
