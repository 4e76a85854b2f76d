/** Calls through several replicas of the gateway. */
@NullMarked
package dev.mooring.bench.replicas;

import org.jspecify.annotations.NullMarked;
