@NullMarked
package dev.mooring.auth.resource;

import org.jspecify.annotations.NullMarked;
