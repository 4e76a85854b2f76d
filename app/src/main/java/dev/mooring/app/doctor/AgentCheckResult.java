package dev.mooring.app.doctor;

import java.nio.file.Path;
import java.util.List;

/**
 * The result of checking an agent file.
 *
 * @param faults the problems that prevent a run, each with its place and advice
 * @param warnings settings that Mooring ignores
 */
public record AgentCheckResult(Path file, String name, List<String> faults, List<String> warnings) {}
