/** Checks servers and agents for {@code mooring doctor}, and reports problems with advice. */
@NullMarked
package dev.mooring.app.doctor;

import org.jspecify.annotations.NullMarked;
