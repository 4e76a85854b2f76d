/** The data types of the Model Context Protocol that clients and servers share: messages, versions, JSON, outcomes. */
@NullMarked
package dev.mooring.mcp;

import org.jspecify.annotations.NullMarked;
