package dev.mooring.session;

import java.net.URI;
import java.util.List;
import org.apiguardian.api.API;
import org.jspecify.annotations.Nullable;

/** The settings of the sign-in to a remote server. Immutable. The text representation contains no secret. */
@API(status = API.Status.EXPERIMENTAL, since = "0.1")
public final class ServerAuth {
    /** Who signs in to a server. */
    public enum Subject {
        /** Nobody: the server needs no credentials, or they are in its headers. */
        NOBODY,
        /** A person, with a browser. */
        PERSON,
        /** The program itself, with the credentials of its client. */
        PROGRAM
    }

    /** Nobody signs in. */
    public static final ServerAuth NONE = builder(Subject.NOBODY).build();

    /** A person signs in if the server asks for it. */
    public static final ServerAuth ON_DEMAND = builder(Subject.PERSON).build();

    private final Subject subject;
    private final @Nullable String clientId;
    private final @Nullable String clientSecret;
    private final @Nullable String privateKey;
    private final @Nullable String keyId;
    private final @Nullable String issuer;
    private final @Nullable List<String> scopes;
    private final @Nullable URI clientMetadata;
    private final @Nullable URI redirect;

    private ServerAuth(Builder builder) {
        this.subject = builder.subject;
        this.clientId = builder.clientId;
        this.clientSecret = builder.clientSecret;
        this.privateKey = builder.privateKey;
        this.keyId = builder.keyId;
        this.issuer = builder.issuer;
        this.scopes = builder.scopes;
        this.clientMetadata = builder.clientMetadata;
        this.redirect = builder.redirect;
    }

    /** Returns a builder without credentials of a client. */
    public static Builder builder(Subject subject) {
        return new Builder(subject);
    }

    /** Returns who signs in. */
    public Subject subject() {
        return subject;
    }

    /** Returns the id of a client that is registered in advance, or null if no client is registered. */
    public @Nullable String clientId() {
        return clientId;
    }

    /** Returns the secret of that client, or null if it has none. */
    public @Nullable String clientSecret() {
        return clientSecret;
    }

    /** Returns the key of that client in PKCS #8, as PEM, or null if it has none. */
    public @Nullable String privateKey() {
        return privateKey;
    }

    /** Returns the id of that key, or null if it has none. */
    public @Nullable String keyId() {
        return keyId;
    }

    /** Returns the authorization server that the client is registered with, or null for the one that the server names. */
    public @Nullable String issuer() {
        return issuer;
    }

    /** Returns the scopes to request, or null for those that the server names. */
    public @Nullable List<String> scopes() {
        return scopes;
    }

    /** Returns the address of a client metadata document, or null if none is configured. */
    public @Nullable URI clientMetadata() {
        return clientMetadata;
    }

    /** Returns the loopback address for the response to a sign-in, or null for any free port. */
    public @Nullable URI redirect() {
        return redirect;
    }

    @Override
    public String toString() {
        return "ServerAuth[" + subject + (clientId == null ? "" : ", client " + clientId) + "]";
    }

    /** Builds {@link ServerAuth}. Null means the default. Not thread-safe. */
    public static final class Builder {
        private final Subject subject;
        private @Nullable String clientId;
        private @Nullable String clientSecret;
        private @Nullable String privateKey;
        private @Nullable String keyId;
        private @Nullable String issuer;
        private @Nullable List<String> scopes;
        private @Nullable URI clientMetadata;
        private @Nullable URI redirect;

        private Builder(Subject subject) {
            this.subject = subject;
        }

        /** Sets the id of a client that is registered in advance. */
        public Builder clientId(@Nullable String value) {
            clientId = value;
            return this;
        }

        /** Sets the secret of the client. */
        public Builder clientSecret(@Nullable String value) {
            clientSecret = value;
            return this;
        }

        /** Sets the key of the client in PKCS #8, as PEM. */
        public Builder privateKey(@Nullable String value) {
            privateKey = value;
            return this;
        }

        /** Sets the id of the client's key. */
        public Builder keyId(@Nullable String value) {
            keyId = value;
            return this;
        }

        /** Sets the authorization server that the client is registered with. The default is the one that the server names. */
        public Builder issuer(@Nullable String value) {
            issuer = value;
            return this;
        }

        /** Sets the scopes to request. The default is those that the server names. */
        public Builder scopes(@Nullable List<String> value) {
            scopes = value == null ? null : List.copyOf(value);
            return this;
        }

        /** Sets the address of a client metadata document. */
        public Builder clientMetadata(@Nullable URI value) {
            clientMetadata = value;
            return this;
        }

        /** Sets the loopback address for the response to a sign-in. The default is any free port. */
        public Builder redirect(@Nullable URI value) {
            redirect = value;
            return this;
        }

        /** Returns the settings. */
        public ServerAuth build() {
            return new ServerAuth(this);
        }
    }
}
