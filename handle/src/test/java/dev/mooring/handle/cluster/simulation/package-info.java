/** A deterministic simulation of several replicas on one thread, with random faults from a seed. */
@NullMarked
package dev.mooring.handle.cluster.simulation;

import org.jspecify.annotations.NullMarked;
