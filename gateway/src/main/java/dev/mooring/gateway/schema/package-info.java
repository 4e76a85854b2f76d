/** How an argument is woven into somebody else's schema without changing anything else about it. */
@NullMarked
package dev.mooring.gateway.schema;

import org.jspecify.annotations.NullMarked;
