/** A Spring Boot application with held sessions, built and tested with Spring Boot 3 and 4. */
@NullMarked
package dev.mooring.examples.spring;

import org.jspecify.annotations.NullMarked;
