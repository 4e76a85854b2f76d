/** Adds the session argument to the JSON schemas of tools without changing anything else about them. */
@NullMarked
package dev.mooring.gateway.schema;

import org.jspecify.annotations.NullMarked;
