/** Tasks that a thread repeats. Internal. */
@NullMarked
package dev.mooring.session.timer;

import org.jspecify.annotations.NullMarked;
