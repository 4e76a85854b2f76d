/** What tests of web pages share. */
@NullMarked
package dev.mooring.app.web;

import org.jspecify.annotations.NullMarked;
