/** Documents with their suggestions in place, as HTML that can do no harm. */
@NullMarked
package dev.mooring.app.review.prose;

import org.jspecify.annotations.NullMarked;
