/** Where code, front matter and lines are in Markdown text. */
@NullMarked
package dev.mooring.vault.text;

import org.jspecify.annotations.NullMarked;
