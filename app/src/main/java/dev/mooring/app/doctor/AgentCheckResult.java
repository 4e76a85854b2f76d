package dev.mooring.app.doctor;

import java.nio.file.Path;
import java.util.List;

/**
 * What is to be said of an agent's file.
 *
 * @param faults what keeps it from running, each with its place and what to do; empty if nothing does
 * @param warnings what was not understood but does no harm
 */
public record AgentCheckResult(Path file, String name, List<String> faults, List<String> warnings) {}
