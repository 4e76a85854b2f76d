/**
 * The port through which the replicas of a gateway agree on the owner of each handle. Several processes share a {@link
 * dev.mooring.handle.cluster.ClusterStore}. At most one of them owns a handle: it holds the handle's live sessions, and the
 * other replicas forward calls to it.
 *
 * <p>In this package the owner of a handle is a replica. The caller that a handle belongs to is its {@link
 * dev.mooring.handle.HandleOwner}.
 *
 * <p>A store of another kind implements {@link dev.mooring.handle.cluster.ClusterStore}.
 */
@NullMarked
package dev.mooring.handle.cluster;

import org.jspecify.annotations.NullMarked;
