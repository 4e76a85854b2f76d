/** {@code mooring demo}: shows what Mooring does, with real calls on a temporary folder. */
@NullMarked
package dev.mooring.app.demo;

import org.jspecify.annotations.NullMarked;
