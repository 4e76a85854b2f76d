package dev.mooring.bench.fork;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/** The forked JVM: reads one task per line until the end of input, and writes one result per line. */
final class WorkerMain {
    static final String READY = "#ready";
    static final String ANSWER = "#answer ";
    static final JsonMapper JSON = new JsonMapper();

    private WorkerMain() {}

    public static void main(String... args) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err); // the parent reads only results from standard output
        List<String> arguments = List.of(args).subList(1, args.length);
        try (Worker<?, ?> worker = Instances.make(Worker.class, args[0], arguments)) {
            out.println(READY);
            answerAll(worker, out);
        } catch (InvocationTargetException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
        System.exit(0); // some peers leave threads behind that would keep this JVM alive
    }

    private static <T> void answerAll(Worker<T, ?> worker, PrintStream out) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        String line;
        while ((line = in.readLine()) != null) {
            Object answer = worker.perform(JSON.readValue(line, worker.taskType()));
            out.println(ANSWER + JSON.writeValueAsString(answer));
        }
    }
}
