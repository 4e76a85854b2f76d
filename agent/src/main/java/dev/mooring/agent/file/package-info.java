/** Agents in Markdown files: front matter for what they are, and below it what they should do. */
@NullMarked
package dev.mooring.agent.file;

import org.jspecify.annotations.NullMarked;
