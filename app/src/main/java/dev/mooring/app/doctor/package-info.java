/** Looks at everything that a run would need, and says what is wrong with it and what to do. */
@NullMarked
package dev.mooring.app.doctor;

import org.jspecify.annotations.NullMarked;
