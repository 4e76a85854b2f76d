/** State that outlives the process: its folder with key and lock, and stores that open in the background. */
@NullMarked
package dev.mooring.app.state;

import org.jspecify.annotations.NullMarked;
