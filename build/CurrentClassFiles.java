import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ClassHierarchyResolverOption;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFile.StackMapsOption;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;

/**
 * Gives the old classes of a jar, in its place, the format of Java 25: java CurrentClassFiles.java JAR. The JVM's cache
 * takes no classes in a format older than that of Java 6, such as picocli's, and without them every start takes a third
 * longer. What the classes do stays the same.
 */
final class CurrentClassFiles {
    private static final int OLDEST_THAT_IS_CACHED = ClassFile.JAVA_6_VERSION;

    /** Not the newest that this JDK knows: the program may be started by an older one next time. */
    private static final int FORMAT = ClassFile.JAVA_25_VERSION;

    public static void main(String... args) throws IOException {
        Path jar = Path.of(args[0]);
        Path rewritten = jar.resolveSibling(jar.getFileName() + ".new");
        try (var loader = new URLClassLoader(new URL[] {jar.toUri().toURL()});
                var in = new JarFile(jar.toFile());
                var out = new JarOutputStream(Files.newOutputStream(rewritten))) {
            ClassFile format = ClassFile.of(
                    StackMapsOption.GENERATE_STACK_MAPS,
                    ConstantPoolSharingOption.NEW_POOL, // else methods are copied as they are
                    ClassHierarchyResolverOption.of(ClassHierarchyResolver.ofClassLoading(loader)
                            .orElse(ClassHierarchyResolver.defaultResolver())));
            List<JarEntry> entries = in.stream().toList();
            for (JarEntry entry : entries) {
                byte[] bytes = in.getInputStream(entry).readAllBytes();
                out.putNextEntry(new JarEntry(entry.getName()));
                out.write(entry.getName().endsWith(".class") ? current(format, bytes) : bytes);
                out.closeEntry();
            }
        }
        Files.move(rewritten, jar, StandardCopyOption.REPLACE_EXISTING);
    }

    private static byte[] current(ClassFile format, byte[] bytes) {
        ClassModel model = format.parse(bytes);
        if (model.majorVersion() >= OLDEST_THAT_IS_CACHED) {
            return bytes;
        }
        return format.transformClass(
                model,
                ClassTransform.transformingMethodBodies((code, element) -> code.with(element))
                        .andThen(ClassTransform.endHandler(
                                type -> type.withVersion(FORMAT, 0))));
    }
}
