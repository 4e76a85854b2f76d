/** The structure of Markdown text: code, front matter, lines and graphemes. */
@NullMarked
package dev.mooring.vault.text;

import org.jspecify.annotations.NullMarked;
