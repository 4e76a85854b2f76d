/**
 * Calls that one replica of a gateway forwards to another over HTTP: authenticated by a key that all replicas share, with
 * progress, elicitation and cancellation.
 *
 * <p>{@link dev.mooring.gateway.cluster.ReplicaClient} sends a call to the {@link
 * dev.mooring.gateway.cluster.ForwardingEndpoint} of its owner. With a recent {@linkplain
 * dev.mooring.handle.cluster.protocol.Permits permit} of the owner, the call runs as soon as it arrives. Otherwise the call
 * is {@linkplain dev.mooring.handle.cluster.protocol.RoutingStep.Forward offered}, and runs once it is confirmed. Its events
 * are lines of JSON in the response.
 *
 * <p>{@link dev.mooring.gateway.cluster.ClusterNode} keeps the lease of this replica, and finds the replica that serves a call.
 */
@NullMarked
package dev.mooring.gateway.cluster;

import org.jspecify.annotations.NullMarked;
