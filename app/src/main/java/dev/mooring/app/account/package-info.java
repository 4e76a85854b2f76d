/** The access control of a service, and the pages on which people allow clients to act for them. */
@NullMarked
package dev.mooring.app.account;

import org.jspecify.annotations.NullMarked;
