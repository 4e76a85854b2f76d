/** Tests that the README and the documentation match the program. */
@NullMarked
package dev.mooring.app.docs;

import org.jspecify.annotations.NullMarked;
