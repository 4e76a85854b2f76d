package dev.mooring.vault.moves;

import dev.mooring.vault.critic.MarkedText;
import dev.mooring.vault.critic.TextRange;
import dev.mooring.vault.documents.DocumentStore;
import dev.mooring.vault.files.FileContent;
import dev.mooring.vault.files.PathRules;
import dev.mooring.vault.files.Resolution;
import dev.mooring.vault.links.LinkIndex;
import dev.mooring.vault.links.LinkTarget;
import dev.mooring.vault.links.LocatedLink;
import dev.mooring.vault.text.FrontMatter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Plans a move: finds all links that would lead elsewhere afterwards, and how to write them. These are the links to the
 * document, the relative links in it, and links by name that its new path would make ambiguous or redirect.
 */
final class MovePlan {

    private final DocumentStore store;
    private final Resolution.Document document;
    private final String to;
    private final LinkIndex links;

    private MovePlan(DocumentStore store, Resolution.Document document, String to, LinkIndex links) {
        this.store = store;
        this.document = document;
        this.to = to;
        this.links = links;
    }

    /** Thrown if the document cannot be moved. The reason is a sentence for the reviewer. */
    static final class Refusal extends Exception {

        private final String reason;

        Refusal(String reason) {
            super(reason, null, false, false);
            this.reason = reason;
        }

        String reason() {
            return reason;
        }
    }

    /**
     * Plans the move of a document.
     *
     * @param mark the place of the mark that proposes the move; the move removes the mark
     * @param raw the text of the document
     */
    static Move of(DocumentStore store, Resolution.Document document, String to, TextRange mark, String raw)
            throws IOException, Refusal {
        LinkIndex links = store.linkIndex()
                .orElseThrow(() -> new Refusal("The folder is still being indexed. Try again in a minute."));
        return new MovePlan(store, document, to, links).plan(mark, raw);
    }

    /**
     * A link, where its target is in the raw text, and the document that it leads to now.
     *
     * @param ranges one if the move can rewrite the link, as in {@link MarkedLinks.MarkedLink}
     * @param now empty if the link leads to no document or to several
     */
    private record Found(LocatedLink link, List<TextRange> ranges, Optional<String> now) {}

    private Move plan(TextRange mark, String raw) throws IOException, Refusal {
        Map<String, String> texts = new LinkedHashMap<>();
        texts.put(document.path(), raw);
        for (String path : candidates()) {
            if (store.resolve(path) instanceof Resolution.Document other
                    && store.read(other) instanceof FileContent.Text(String text)) {
                texts.putIfAbsent(path, text);
            }
        }
        Map<String, List<Found>> found = new HashMap<>();
        texts.forEach((path, text) -> found.put(path, find(path, text)));
        List<TextChange> changes = new ArrayList<>();
        for (var entry : texts.entrySet()) {
            String path = entry.getKey();
            String text = entry.getValue();
            boolean isMoved = path.equals(document.path());
            List<TextChange.Place> places = places(path, text, found.getOrDefault(path, List.of()));
            if (isMoved) {
                places.add(new TextChange.Place(null, mark.start(), mark.in(text), ""));
            }
            if (!places.isEmpty()) {
                TextChange change = TextChange.of(isMoved ? to : path, text, places);
                check(path, text, change);
                changes.add(change);
            }
        }
        return new Move(document.path(), to, changes);
    }

    /** Returns the documents with links that the move may affect, and those whose marks may hide such links. */
    private Set<String> candidates() {
        Set<String> candidates = new TreeSet<>(links.affectedByMove(document.path(), to));
        store.documentsToReview().forEach(other -> candidates.add(other.path()));
        return candidates;
    }

    private List<Found> find(String path, String raw) {
        List<Found> found = new ArrayList<>();
        for (MarkedLinks.MarkedLink marked : MarkedLinks.of(MarkedText.parse(raw))) {
            LinkTarget resolved = links.resolve(path, marked.link().target());
            Optional<String> now =
                    resolved instanceof LinkTarget.Resolved(String target) ? Optional.of(target) : Optional.empty();
            found.add(new Found(marked.link(), marked.places(), now));
        }
        return found;
    }

    private List<TextChange.Place> places(String path, String raw, List<Found> found) throws Refusal {
        String source = path.equals(document.path()) ? to : path;
        List<Optional<String>> targets = links.asIfMoved(
                document.path(),
                to,
                resolve -> found.stream()
                        .map(link -> newTarget(path, source, link, resolve))
                        .toList());
        List<TextChange.Place> places = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            if (targets.get(i).isPresent()) {
                places.add(place(path, raw, found.get(i), targets.get(i).get()));
            }
        }
        places.sort(Comparator.comparingInt(TextChange.Place::start));
        for (int i = 1; i < places.size(); i++) {
            if (places.get(i - 1).start() + places.get(i - 1).before().length()
                    > places.get(i).start()) {
                throw overlapping(path);
            }
        }
        return places;
    }

    /** Returns the target to write; empty if the link stays as it is, the empty text if no target leads to the document. */
    private Optional<String> newTarget(
            String path, String source, Found found, BiFunction<String, String, LinkTarget> resolve) {
        LocatedLink link = found.link();
        if (found.now().isEmpty()) {
            return path.equals(source) ? Optional.empty() : attachment(path, source, link);
        }
        String wanted =
                found.now().get().equals(document.path()) ? to : found.now().get();
        // Other programs follow a Markdown link, and a path to an image, only as a path. So the name alone is not
        // enough.
        boolean isByPath = (link.style() != LocatedLink.Style.WIKI
                        || !PathRules.isDocument(found.now().get()))
                && isPath(path, link.target(), found.now().get());
        if (leadsTo(wanted, resolve.apply(source, link.target()))
                && (!isByPath || isPath(source, link.target(), wanted))) {
            return Optional.empty();
        }
        return Optional.of(new NewTarget(source, link)
                .to(wanted, target -> leadsTo(wanted, resolve.apply(source, target)))
                .orElse(""));
    }

    /** Returns whether a target is the path of a document, from the source's folder or from the vault's root. */
    private static boolean isPath(String source, String target, String wanted) {
        try {
            Path root = Path.of("/");
            Path beside = root.resolve(source).resolveSibling(target).normalize();
            Path rooted = root.resolve(target.replaceFirst("^/+", "")).normalize();
            String written = PathRules.folded("/" + wanted);
            return Stream.of(beside, rooted)
                    .map(path -> PathRules.folded(path.toString().replace('\\', '/')))
                    .anyMatch(path -> !path.equals("/")
                            && (path.equals(written) || path.equals(PathRules.withoutExtension(written))));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    private static boolean leadsTo(String path, LinkTarget target) {
        return target.equals(new LinkTarget.Resolved(path));
    }

    /** Returns the target to write for a file that the index does not contain; empty if the link stays as it is. */
    private Optional<String> attachment(String path, String source, LocatedLink link) {
        boolean isByName =
                link.style() == LocatedLink.Style.WIKI && link.target().indexOf('/') < 0;
        if (isByName || link.target().startsWith("/")) {
            return Optional.empty();
        }
        try {
            Path root = store.root();
            Path file = root.resolve(path).resolveSibling(link.target()).normalize();
            Path afterwards = root.resolve(source).resolveSibling(link.target()).normalize();
            if (afterwards.equals(file)
                    || !file.startsWith(root)
                    || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
                return Optional.empty();
            }
            String target = root.relativize(file).toString().replace('\\', '/');
            return Optional.of(new NewTarget(source, link).toFile(target));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    private TextChange.Place place(String path, String raw, Found found, String target) throws Refusal {
        if (found.ranges().size() != 1) {
            throw overlapping(path);
        }
        if (target.isEmpty()) {
            throw new Refusal("The link to " + found.link().target() + " in " + path
                    + " would lead to another document, and cannot be written in another way. Change it first.");
        }
        TextRange range = found.ranges().getFirst();
        return new TextChange.Place(found.link().style(), range.start(), range.in(raw), target);
    }

    private static Refusal overlapping(String path) {
        return new Refusal("A suggestion in " + path + " changes a link that the move must rewrite. Decide on that "
                + "suggestion first.");
    }

    /** Checks that the document can be written, and that its front matter stays valid. */
    private void check(String path, String raw, TextChange change) throws IOException, Refusal {
        if (!(store.resolve(path) instanceof Resolution.Document changed)) {
            throw new Refusal(path + " does not exist any more.");
        }
        Optional<String> readOnlyReason = store.files().readOnlyReason(changed);
        if (readOnlyReason.isPresent()) {
            throw new Refusal("The move must change " + path + ". " + readOnlyReason.get());
        }
        String after = change.applyTo(raw).orElse(raw);
        if (isValid(raw) && !isValid(after)) {
            throw new Refusal(
                    "The new path would make the front matter of " + path + " invalid, because it stands in a "
                            + "quoted value there. Choose a path without quotation marks.");
        }
    }

    private static boolean isValid(String raw) {
        Optional<FrontMatter> matter = FrontMatter.find(raw);
        try {
            if (matter.isPresent()) {
                matter.get().load(raw);
            }
            return true;
        } catch (FrontMatter.InvalidYaml e) {
            return false;
        }
    }
}
