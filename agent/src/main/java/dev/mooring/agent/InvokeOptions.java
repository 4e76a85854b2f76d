package dev.mooring.agent;

/** What goes with an invocation, for the agent and for those that it calls. */
public record InvokeOptions(AgentListener listener, Approver approver) {
    private static final InvokeOptions DEFAULTS = new InvokeOptions(AgentListener.NONE, Approver.NOBODY);

    /** Nobody listens, nobody can be asked. */
    public static InvokeOptions defaults() {
        return DEFAULTS;
    }

    public InvokeOptions listener(AgentListener newListener) {
        return new InvokeOptions(newListener, approver);
    }

    public InvokeOptions approver(Approver newApprover) {
        return new InvokeOptions(listener, newApprover);
    }
}
