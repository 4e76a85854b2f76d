/** The official conformance suite, run against this client. */
@NullMarked
package dev.mooring.auth.client.conformance;

import org.jspecify.annotations.NullMarked;
