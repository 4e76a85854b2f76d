/** Agent files: Markdown with the configuration of an agent as front matter and its instructions as body. */
@NullMarked
package dev.mooring.agent.file;

import org.jspecify.annotations.NullMarked;
