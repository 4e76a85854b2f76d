package dev.mooring.mcp.client.stdio;

import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * Settings of a stdio transport.
 *
 * @param closeGrace how long the child may take to exit after the end of its input, and again after SIGTERM
 * @param maxMessageBytes the largest message to accept from the child
 * @param redaction removes secrets from text of the child before it is logged or reported
 * @param quotesStderr whether failures quote the end of the child's standard error; otherwise only the log does
 */
public record StdioOptions(
        Duration closeGrace, int maxMessageBytes, UnaryOperator<String> redaction, boolean quotesStderr) {}
