/** The option --store, and the folder of each program's state. */
@NullMarked
package dev.mooring.app.state;

import org.jspecify.annotations.NullMarked;
