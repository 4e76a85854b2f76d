/** Reads tool servers from the JSON files of Claude Desktop, Claude Code, Cursor and VS Code. */
@NullMarked
package dev.mooring.session.config;

import org.jspecify.annotations.NullMarked;
