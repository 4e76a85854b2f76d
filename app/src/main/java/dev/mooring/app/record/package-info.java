/** Saved runs: writes the events of a run to a file, and shows the file as a tree or as a web page with a timeline. */
@NullMarked
package dev.mooring.app.record;

import org.jspecify.annotations.NullMarked;
