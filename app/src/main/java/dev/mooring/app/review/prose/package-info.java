/** Renders documents with their suggestions in place as safe HTML. */
@NullMarked
package dev.mooring.app.review.prose;

import org.jspecify.annotations.NullMarked;
