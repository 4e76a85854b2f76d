/** The conversation of {@code mooring chat}. */
@NullMarked
package dev.mooring.app.chat;

import org.jspecify.annotations.NullMarked;
