/** Signing in to remote servers: which credentials a server needs, and how a person at a terminal signs in. */
@NullMarked
package dev.mooring.app.login;

import org.jspecify.annotations.NullMarked;
