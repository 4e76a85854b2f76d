/** A deterministic simulation of several replicas on one thread, with random faults from a seed. */
@NullMarked
package dev.mooring.handle.cluster.protocol.simulation;

import org.jspecify.annotations.NullMarked;
