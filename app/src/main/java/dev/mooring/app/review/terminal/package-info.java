/** Review without a browser: by single keys in a terminal, or by scripts. */
@NullMarked
package dev.mooring.app.review.terminal;

import org.jspecify.annotations.NullMarked;
