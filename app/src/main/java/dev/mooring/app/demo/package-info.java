/** {@code mooring demo}: what Mooring is for, shown with its real parts on a temporary folder. */
@NullMarked
package dev.mooring.app.demo;

import org.jspecify.annotations.NullMarked;
