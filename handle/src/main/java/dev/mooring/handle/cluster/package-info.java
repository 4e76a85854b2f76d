/**
 * Which replica of a gateway serves a handle. Several processes share a {@link
 * dev.mooring.handle.cluster.ClusterStore}. At most one of them owns a handle: it holds the handle's live sessions, and the
 * other replicas forward calls to it.
 *
 * <p>In this package the owner of a handle is a replica. The caller that a handle belongs to is its {@link
 * dev.mooring.handle.HandleOwner}.
 *
 * <p>A store of another kind implements {@link dev.mooring.handle.cluster.ClusterStore}. The other types are internal to the
 * gateway.
 *
 * <p>The protocol is a state machine without threads, sockets and clocks of its own: {@link
 * dev.mooring.handle.cluster.Replica} is what one process knows, and {@link dev.mooring.handle.cluster.Routing} decides about
 * one call. A driver reads the clock, asks the store, and sends messages to other replicas. The tests drive the same state
 * machine through random faults in a simulation.
 */
@NullMarked
package dev.mooring.handle.cluster;

import org.jspecify.annotations.NullMarked;
