/** What the commands that serve over HTTP share: addresses, tokens, status, and what clients are told. */
@NullMarked
package dev.mooring.app.web;

import org.jspecify.annotations.NullMarked;
