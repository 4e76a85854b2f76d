/** What {@code mooring gateway} is made of: the web server around a gateway, its page and its figures. */
@NullMarked
package dev.mooring.app.gateway;

import org.jspecify.annotations.NullMarked;
