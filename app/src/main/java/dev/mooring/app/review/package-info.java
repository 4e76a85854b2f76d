/** The web page on which people review suggestions. */
@NullMarked
package dev.mooring.app.review;

import org.jspecify.annotations.NullMarked;
