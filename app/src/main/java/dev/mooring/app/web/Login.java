package dev.mooring.app.web;

import dev.mooring.app.users.Users;
import dev.mooring.auth.grant.AuthorizationStore;

/**
 * The people who can sign in, and what they have allowed clients to do.
 *
 * @param grants keeps clients, permissions and keys
 */
public record Login(Users users, AuthorizationStore grants) {}
