package dev.mooring.session;

/** A session was wanted for an owner that has ended: nothing is opened for it any more. */
public final class OwnerEnded extends IllegalStateException {
    OwnerEnded(Owner owner) {
        super(owner.id() + " has ended: no session can be opened for it any more");
    }

    /** The same news for another caller, with a stack trace of its own. */
    OwnerEnded(OwnerEnded first) {
        super(first.getMessage(), first);
    }
}
