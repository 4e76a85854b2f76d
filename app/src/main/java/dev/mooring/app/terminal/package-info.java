/** The terminal: detects it, shows progress on it and prompts the person there. */
@NullMarked
package dev.mooring.app.terminal;

import org.jspecify.annotations.NullMarked;
