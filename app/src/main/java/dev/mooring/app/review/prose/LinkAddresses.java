package dev.mooring.app.review.prose;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses of images and documents of the vault on the page.
 *
 * @param document the path of the document that links to them
 */
public record LinkAddresses(String document) {

    /** Media types by the ends of file names. */
    private static final Map<String, String> IMAGES = Map.of(
            "png", "image/png",
            "jpg", "image/jpeg",
            "jpeg", "image/jpeg",
            "gif", "image/gif",
            "webp", "image/webp",
            "avif", "image/avif",
            "bmp", "image/bmp",
            "svg", "image/svg+xml");

    /** Returns whether a link leads to an image file of the vault. Images of other sites are not loaded. */
    static boolean isImage(String target) {
        return !target.contains(":")
                && !target.startsWith("//")
                && mediaType(target).isPresent();
    }

    /** Returns the media type of an image file; empty if the file is not an image. */
    public static Optional<String> mediaType(String target) {
        return Optional.ofNullable(
                IMAGES.get(target.substring(target.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT)));
    }

    String image(String target) {
        return "/review/image?from=" + encoded(document) + "&to=" + encoded(target);
    }

    String document(String target) {
        return "/review/link?from=" + encoded(document) + "&to=" + encoded(target);
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }
}
