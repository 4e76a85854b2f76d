/** What a gateway costs: beside direct calls, and beside another gateway. */
@NullMarked
package dev.mooring.bench.gateway;

import org.jspecify.annotations.NullMarked;
