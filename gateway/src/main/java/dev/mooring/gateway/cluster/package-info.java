/**
 * Calls that one replica of a gateway forwards to another over HTTP: authenticated by a key that all replicas share, with
 * progress, elicitation and cancellation.
 *
 * <p>A forwarded call takes two steps, as {@link dev.mooring.handle.cluster.Offers} explains. {@link
 * dev.mooring.gateway.cluster.ReplicaClient} offers the call to its owner, and the owner's {@link
 * dev.mooring.gateway.cluster.ForwardingEndpoint} accepts or refuses it. An accepted call runs once it is confirmed. Its events
 * arrive as lines of JSON in the response to the offer.
 *
 * <p>{@link dev.mooring.gateway.cluster.ClusterNode} keeps the lease of this replica, and finds the replica that serves a call.
 */
@NullMarked
package dev.mooring.gateway.cluster;

import org.jspecify.annotations.NullMarked;
