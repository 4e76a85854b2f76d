/** A conversation with an agent at the terminal. */
@NullMarked
package dev.mooring.app.chat;

import org.jspecify.annotations.NullMarked;
