/**
 * The protocol that decides which replica of a gateway serves a handle. Internal to the gateway.
 *
 * <p>The protocol is a state machine without threads, sockets and clocks of its own: {@link
 * dev.mooring.handle.cluster.protocol.Replica} is what one process knows, and {@link
 * dev.mooring.handle.cluster.protocol.Routing} decides about one call. A driver reads the clock, asks the store, and sends
 * messages to other replicas. The tests drive the same state machine through random faults in a simulation.
 */
@NullMarked
package dev.mooring.handle.cluster.protocol;

import org.jspecify.annotations.NullMarked;
