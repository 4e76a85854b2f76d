/** The suite of OAuth, at both ends: signed-in calls beside calls with a fixed header. */
@NullMarked
package dev.mooring.bench.auth;

import org.jspecify.annotations.NullMarked;
