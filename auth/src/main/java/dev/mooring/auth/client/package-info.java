/** OAuth for clients: signs a person or a machine in to remote MCP servers, and keeps the tokens valid. */
@NullMarked
package dev.mooring.auth.client;

import org.jspecify.annotations.NullMarked;
