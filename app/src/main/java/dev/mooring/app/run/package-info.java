/** Runs an agent for a person: reads its files, shows its progress, prompts the person and records the run. */
@NullMarked
package dev.mooring.app.run;

import org.jspecify.annotations.NullMarked;
