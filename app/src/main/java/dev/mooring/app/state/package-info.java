/** State that outlives the process: the key and the lock of a state folder, and stores that open in the background. */
@NullMarked
package dev.mooring.app.state;

import org.jspecify.annotations.NullMarked;
