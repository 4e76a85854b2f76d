/** Forked JVMs for contenders, which isolate their threads and processor time. */
@NullMarked
package dev.mooring.bench.fork;

import org.jspecify.annotations.NullMarked;
