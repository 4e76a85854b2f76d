package dev.mooring.bench.replicas;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** A kind of failure of the processes or the database of a deployment. */
enum Fault {
    /** SIGKILL of a replica, which is started again. */
    KILL("kill -9", 450),

    /** SIGKILL of all replicas at once. */
    KILL_ALL("kill -9 of all replicas", 5),

    /** SIGTERM of a replica, which is started again. */
    TERMINATE("SIGTERM", 45),

    /** SIGSTOP of a replica for longer than its lease. */
    PAUSE("SIGSTOP", 20),

    /** The connections of the load balancer to a replica are cut. */
    CUT_CALLS("connections to a replica cut", 270),

    /** The connections of all replicas to PostgreSQL are cut. */
    CUT_DATABASE("connections to PostgreSQL cut", 160),

    /** PostgreSQL is stopped and started again. */
    RESTART_DATABASE("restart of PostgreSQL", 50);

    private final String text;

    /** The number of faults of this kind in 1,000. */
    private final int share;

    Fault(String text, int share) {
        this.text = text;
        this.share = share;
    }

    private boolean needsDatabase() {
        return this == CUT_DATABASE || this == RESTART_DATABASE;
    }

    /**
     * Returns faults in random order. Their proportions are the same whatever the seed is, as far as the number allows.
     *
     * @param hasDatabase if not, connections of callers are cut instead
     */
    static List<Fault> shuffled(int number, boolean hasDatabase, Random random) {
        List<Fault> faults = new ArrayList<>();
        double exact = 0;
        for (Fault fault : values()) {
            exact += fault.share * number / 1_000.0;
            while (faults.size() < Math.round(exact)) {
                faults.add(fault.needsDatabase() && !hasDatabase ? CUT_CALLS : fault);
            }
        }
        Collections.shuffle(faults, random);
        return faults;
    }

    @Override
    public String toString() {
        return text;
    }
}
