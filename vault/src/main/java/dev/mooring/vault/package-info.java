/** A folder of Markdown documents whose edits arrive as suggestions that people review. */
@NullMarked
package dev.mooring.vault;

import org.jspecify.annotations.NullMarked;
