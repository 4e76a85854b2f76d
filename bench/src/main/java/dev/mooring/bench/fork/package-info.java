/** JVMs of their own for contenders, so that neither their threads nor their processor time mix. */
@NullMarked
package dev.mooring.bench.fork;

import org.jspecify.annotations.NullMarked;
