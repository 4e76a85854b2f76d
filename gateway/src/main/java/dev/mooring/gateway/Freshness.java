package dev.mooring.gateway;

/** How up to date a listing has to be. */
enum Freshness {
    /** The latest listing, even if the server has announced a change since. */
    CACHED,
    /** A cached listing only while the server would have announced a change, else a new one. */
    CURRENT
}
