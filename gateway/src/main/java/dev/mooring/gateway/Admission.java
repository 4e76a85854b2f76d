package dev.mooring.gateway;

/** The right of this process to send one request of a handle. Close after the request. */
interface Admission extends AutoCloseable {
    /** The right of a process that shares its handles with no other. */
    Admission ALWAYS = new Admission() {
        @Override
        public boolean maySend() {
            return true;
        }

        @Override
        public boolean mayAnswer() {
            return true;
        }

        @Override
        public void close() {}
    };

    /** Returns whether the request can be sent. If not, the handle may have another owner by now. */
    boolean maySend();

    /** Returns whether the result can be returned. If not, the handle may have another owner by now. */
    boolean mayAnswer();

    @Override
    void close();
}
