/** The log of decisions on suggestions, which all processes on a folder share. */
@NullMarked
package dev.mooring.vault.decisions;

import org.jspecify.annotations.NullMarked;
