@NullMarked
package dev.mooring.auth.server;

import org.jspecify.annotations.NullMarked;
