package dev.mooring.vault.files;

import java.util.List;

/** Paths that try to leave a folder or to reach hidden files. */
public final class PathAttacks {
    private PathAttacks() {}

    /** For a vault in a folder {@code vault} beside {@code secret.md} and {@code vault-not/secret.md}. */
    public static final List<String> OUT_OF_THE_FOLDER = List.of(
            "../secret.md",
            "notes/../../secret.md",
            "notes/..",
            "..",
            "../vault/notes/idea.md",
            "../vault-not/secret.md",
            "/etc/passwd",
            "//etc/passwd",
            "/notes/idea.md",
            "C:/windows/win.ini",
            "c:secret.md",
            "..\\secret.md",
            "notes\\idea.md",
            "\\\\host\\share\\x.md",
            "..%2fsecret.md",
            "%2e%2e/secret.md",
            "%2E%2E%2Fsecret.md",
            "..%5csecret.md",
            "..%252fsecret.md",
            "notes/idea.md\0.png",
            "notes/idea.md%00",
            "notes/\u0007.md",
            "notes/.../secret.md",
            "notes/.. /secret.md",
            ". ./secret.md/..",
            "\uD800.md",
            "",
            "   ",
            "image.png");

    public static final List<String> TO_NOTHING_VISIBLE = List.of(
            ".git/notes.md",
            "notes/.hidden.md",
            ".mooring/lock.md",
            "~/secret.md",
            "file:secret.md",
            "..／secret.md",
            "．．/secret.md",
            "‥/secret.md",
            "notes/idea.md/more.md",
            "nowhere/nothing.md",
            "notes/idea");
}
