@NullMarked
package dev.mooring.auth.grant;

import org.jspecify.annotations.NullMarked;
