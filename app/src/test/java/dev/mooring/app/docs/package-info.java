/** The README and the documentation, held to what the program does. */
@NullMarked
package dev.mooring.app.docs;

import org.jspecify.annotations.NullMarked;
