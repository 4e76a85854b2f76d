/** The terminal: detects it, shows progress on it and prompts the person there. Also opens the web browser of the person. */
@NullMarked
package dev.mooring.app.terminal;

import org.jspecify.annotations.NullMarked;
