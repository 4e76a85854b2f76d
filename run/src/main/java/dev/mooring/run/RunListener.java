package dev.mooring.run;

/**
 * Told what happens in a run, on the thread where it happens: so it should be quick, and is called by many threads at once.
 * What it throws is logged and harms nobody.
 */
@FunctionalInterface
public interface RunListener {
    void on(RunEvent event);
}
