package dev.mooring.app;

import dev.mooring.app.terminal.WebBrowser;
import dev.mooring.app.web.SignInCodes.Invitation;
import picocli.CommandLine;

/** Opens a page of a running service for the person at this machine. */
final class InvitedPage {
    private InvitedPage() {}

    /** Opens the page in a browser, or prints a link to it if no browser starts. */
    static void open(Invitation invitation, CommandLine command) {
        if (!WebBrowser.open(invitation.page(), System.getenv())) {
            command.getErr().println("Found no browser. Open this link, which works once:");
            command.getOut().println(invitation.link());
        }
    }
}
