package dev.mooring.store;

import dev.mooring.auth.grant.AuthorizationStore;
import dev.mooring.auth.grant.AuthorizationStoreUnavailable;
import dev.mooring.auth.grant.Grant;
import dev.mooring.auth.grant.GrantCode;
import dev.mooring.auth.grant.Redemption;
import dev.mooring.auth.grant.SigningKey;
import dev.mooring.auth.grant.StoredClient;
import dev.mooring.store.Database.Statements;
import dev.mooring.store.Database.Work;
import java.net.URI;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Clients, grants and keys in a database. Times are milliseconds since 1970. A grant names its unspent refresh token; the
 * hashes of spent ones are kept, so that their reuse is noticed. Thread-safe.
 */
final class SqlAuthorizationStore implements AuthorizationStore {
    private static final String GRANT = "SELECT id, subject, client_id, client_name, redirect_uri, resource, scopes,"
            + " created, used, expires, challenge, refresh FROM auth_grant ";

    private static final int NO_LIMIT = Integer.MAX_VALUE;

    private final Database database;
    private final String scope;

    SqlAuthorizationStore(Database database, String scope) {
        this.database = database;
        this.scope = scope;
    }

    private <T> T run(Work<T> work) {
        try {
            return database.run(work);
        } catch (StoreFailed e) {
            throw new AuthorizationStoreUnavailable(String.valueOf(e.getMessage()), e);
        }
    }

    private <T> T transact(Work<T> work) {
        try {
            return database.transact(work);
        } catch (StoreFailed e) {
            throw new AuthorizationStoreUnavailable(String.valueOf(e.getMessage()), e);
        }
    }

    /** Prepares a statement and sets its parameters: texts and numbers. */
    private static PreparedStatement prepare(Statements statements, String sql, Object... parameters)
            throws SQLException {
        PreparedStatement statement = statements.prepare(sql);
        for (int i = 0; i < parameters.length; i++) {
            switch (parameters[i]) {
                case String text -> statement.setString(i + 1, text);
                case Instant time -> statement.setLong(i + 1, time.toEpochMilli());
                case Integer number -> statement.setInt(i + 1, number);
                default -> throw new IllegalArgumentException("Unexpected parameter of " + sql);
            }
        }
        return statement;
    }

    private static int update(Statements statements, String sql, Object... parameters) throws SQLException {
        return prepare(statements, sql, parameters).executeUpdate();
    }

    @Override
    public Optional<StoredClient> client(String id) {
        return run(statements -> client(statements, "id", id));
    }

    private Optional<StoredClient> client(Statements statements, String column, String value) throws SQLException {
        PreparedStatement select = prepare(
                statements,
                "SELECT id, digest, name, redirect_uris, created FROM auth_client WHERE scope = ? AND " + column
                        + " = ?",
                scope,
                value);
        try (ResultSet found = select.executeQuery()) {
            return found.next()
                    ? Optional.of(new StoredClient(
                            found.getString(1),
                            found.getString(2),
                            found.getString(3),
                            found.getString(4).lines().toList(),
                            Instant.ofEpochMilli(found.getLong(5))))
                    : Optional.empty();
        }
    }

    @Override
    public StoredClient register(StoredClient client, int maxUnused) {
        return transact(statements -> {
            int inserted = update(
                    statements,
                    "INSERT INTO auth_client (scope, id, digest, name, redirect_uris, created)"
                            + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (scope, digest) DO NOTHING",
                    scope,
                    client.id(),
                    client.digest(),
                    client.name(),
                    String.join("\n", client.redirectUris()),
                    client.created());
            if (inserted == 0) {
                return client(statements, "digest", client.digest()).orElse(client);
            }
            update(
                    statements,
                    "DELETE FROM auth_client WHERE scope = ? AND id IN (SELECT c.id FROM auth_client c"
                            + " WHERE c.scope = ? AND NOT EXISTS (SELECT 1 FROM auth_grant g"
                            + " WHERE g.scope = c.scope AND g.client_id = c.id)"
                            + " ORDER BY c.created DESC, c.id LIMIT ? OFFSET ?)",
                    scope,
                    scope,
                    NO_LIMIT,
                    maxUnused);
            return client;
        });
    }

    @Override
    public void add(Grant grant, GrantCode code) {
        run(statements -> update(
                statements,
                "INSERT INTO auth_grant (scope, id, subject, client_id, client_name, redirect_uri, resource, scopes,"
                        + " created, used, expires, code, challenge, code_expires)"
                        + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                scope,
                grant.id(),
                grant.subject(),
                grant.clientId(),
                grant.clientName(),
                grant.redirectUri().toString(),
                grant.resource(),
                String.join(" ", new TreeSet<>(grant.scopes())),
                grant.created(),
                grant.used(),
                grant.expires(),
                code.hash(),
                code.challenge(),
                code.expires()));
    }

    /** One row. The refresh token is null until the code is redeemed. */
    private record Row(
            Grant grant, String challenge, @Nullable String refresh) {}

    private static List<Row> rows(PreparedStatement select) throws SQLException {
        List<Row> rows = new ArrayList<>();
        try (ResultSet found = select.executeQuery()) {
            while (found.next()) {
                String scopes = found.getString(7);
                rows.add(new Row(
                        new Grant(
                                found.getString(1),
                                found.getString(2),
                                found.getString(3),
                                found.getString(4),
                                URI.create(found.getString(5)),
                                found.getString(6),
                                scopes.isEmpty() ? Set.of() : Set.of(scopes.split(" ")),
                                Instant.ofEpochMilli(found.getLong(8)),
                                Instant.ofEpochMilli(found.getLong(9)),
                                Instant.ofEpochMilli(found.getLong(10))),
                        found.getString(11),
                        found.getString(12)));
            }
        }
        return rows;
    }

    private @Nullable Row row(Statements statements, String condition, String value) throws SQLException {
        List<Row> found = rows(prepare(statements, GRANT + "WHERE scope = ? AND " + condition, scope, value));
        return found.isEmpty() ? null : found.getFirst();
    }

    private @Nullable Row ofRefreshToken(Statements statements, String hash) throws SQLException {
        return row(statements, "id = (SELECT grant_id FROM auth_refresh WHERE hash = ?)", hash);
    }

    private void addRefreshToken(Statements statements, String hash, String grantId) throws SQLException {
        update(statements, "INSERT INTO auth_refresh (hash, scope, grant_id) VALUES (?, ?, ?)", hash, scope, grantId);
    }

    @Override
    public Redemption redeemCode(String hash, String refreshTokenHash, Instant now) {
        return transact(statements -> {
            int redeemed = update(
                    statements,
                    "UPDATE auth_grant SET refresh = ? WHERE scope = ? AND code = ? AND refresh IS NULL"
                            + " AND code_expires > ?",
                    refreshTokenHash,
                    scope,
                    hash,
                    now);
            Row row = row(statements, "code = ?", hash);
            if (row == null) {
                return Redemption.UNKNOWN;
            }
            if (redeemed == 1) {
                addRefreshToken(statements, refreshTokenHash, row.grant.id());
                return new Redemption.CodeRedeemed(row.grant, row.challenge);
            }
            return row.refresh == null ? Redemption.UNKNOWN : replayed(statements, row);
        });
    }

    private Redemption replayed(Statements statements, Row row) throws SQLException {
        delete(statements, row.grant.id());
        return new Redemption.Replayed(row.grant);
    }

    @Override
    public Optional<Grant> grantOfRefreshToken(String hash) {
        return run(statements ->
                Optional.ofNullable(ofRefreshToken(statements, hash)).map(Row::grant));
    }

    @Override
    public Redemption rotate(String hash, String successorHash, Instant now, Instant expires) {
        return transact(statements -> {
            int rotated = update(
                    statements,
                    "UPDATE auth_grant SET refresh = ?, used = ?, expires = ?"
                            + " WHERE scope = ? AND refresh = ? AND expires > ?",
                    successorHash,
                    now,
                    expires,
                    scope,
                    hash,
                    now);
            Row row = ofRefreshToken(statements, hash);
            if (row == null) {
                return Redemption.UNKNOWN;
            }
            if (rotated == 1) {
                addRefreshToken(statements, successorHash, row.grant.id());
                return new Redemption.Rotated(row.grant);
            }
            return now.isBefore(row.grant.expires()) ? replayed(statements, row) : Redemption.UNKNOWN;
        });
    }

    @Override
    public Optional<Grant> grant(String id) {
        return run(statements -> Optional.ofNullable(row(statements, "refresh IS NOT NULL AND id = ?", id))
                .map(Row::grant));
    }

    @Override
    public List<Grant> grantsOf(String subject) {
        return run(statements -> rows(prepare(
                        statements,
                        GRANT + "WHERE scope = ? AND subject = ? AND refresh IS NOT NULL ORDER BY created DESC, id",
                        scope,
                        subject))
                .stream()
                .map(Row::grant)
                .toList());
    }

    @Override
    public boolean revoke(String grantId) {
        return transact(statements -> delete(statements, grantId));
    }

    /** The grant comes first, as in every transaction: another order could end in a deadlock. */
    private boolean delete(Statements statements, String grantId) throws SQLException {
        boolean existed = update(statements, "DELETE FROM auth_grant WHERE scope = ? AND id = ?", scope, grantId) == 1;
        update(statements, "DELETE FROM auth_refresh WHERE scope = ? AND grant_id = ?", scope, grantId);
        return existed;
    }

    @Override
    public List<SigningKey> keys() {
        return run(statements -> {
            PreparedStatement select = prepare(
                    statements,
                    "SELECT id, jwk, created FROM auth_key WHERE scope = ? ORDER BY created DESC, id",
                    scope);
            List<SigningKey> keys = new ArrayList<>();
            try (ResultSet found = select.executeQuery()) {
                while (found.next()) {
                    keys.add(new SigningKey(
                            found.getString(1), found.getString(2), Instant.ofEpochMilli(found.getLong(3))));
                }
            }
            return keys;
        });
    }

    @Override
    public void addKey(SigningKey key) {
        run(statements -> update(
                statements,
                "INSERT INTO auth_key (scope, id, jwk, created) VALUES (?, ?, ?, ?)",
                scope,
                key.id(),
                key.jwk(),
                key.created()));
    }

    @Override
    public void removeKey(String id) {
        run(statements -> update(statements, "DELETE FROM auth_key WHERE scope = ? AND id = ?", scope, id));
    }

    @Override
    public void sweep(Instant now) {
        transact(statements -> {
            update(
                    statements,
                    "DELETE FROM auth_grant WHERE scope = ? AND ((refresh IS NULL AND code_expires <= ?)"
                            + " OR (refresh IS NOT NULL AND expires <= ?))",
                    scope,
                    now,
                    now);
            return update(
                    statements,
                    "DELETE FROM auth_refresh WHERE scope = ? AND NOT EXISTS"
                            + " (SELECT 1 FROM auth_grant g WHERE g.id = auth_refresh.grant_id)",
                    scope);
        });
    }
}
