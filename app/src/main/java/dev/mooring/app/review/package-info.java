/** The page on which people decide on suggestions. */
@NullMarked
package dev.mooring.app.review;

import org.jspecify.annotations.NullMarked;
