/** The parts that all commands with an HTTP server share: addresses, tokens, access to pages, metrics, client setup. */
@NullMarked
package dev.mooring.app.web;

import org.jspecify.annotations.NullMarked;
