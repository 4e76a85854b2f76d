/** The people who may sign in to a service, and what they may do. */
@NullMarked
package dev.mooring.app.users;

import org.jspecify.annotations.NullMarked;
