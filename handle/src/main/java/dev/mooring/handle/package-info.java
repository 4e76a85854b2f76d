/** Ids that a server mints and takes back as ordinary arguments: whose they are, what they stand for, until when. */
@NullMarked
package dev.mooring.handle;

import org.jspecify.annotations.NullMarked;
