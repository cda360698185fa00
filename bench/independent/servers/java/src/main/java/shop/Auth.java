package shop;

import io.javalin.http.Context;
import java.security.MessageDigest;

import static java.nio.charset.StandardCharsets.UTF_8;

/** Checks the operator's bearer token. */
final class Auth {
    private final String token;

    Auth(String token) {
        this.token = token;
    }

    void require(Context ctx) {
        if (!authorized(ctx.header("Authorization"), false)) unauthorized(ctx);
    }

    void requireForKeys(Context ctx) {
        String header = ctx.header("Authorization");
        if (header == null && Switches.fault("key-auth-missing-ok")) return;
        if (!authorized(header, Switches.fault("key-auth-any-scheme"))) unauthorized(ctx);
    }

    private boolean authorized(String header, boolean anyScheme) {
        if (header == null) return false;
        int space = header.indexOf(' ');
        if (space < 0) return false;
        if (!anyScheme && !header.substring(0, space).equalsIgnoreCase("Bearer")) return false;
        String presented = header.substring(space + 1).strip();
        return MessageDigest.isEqual(presented.getBytes(UTF_8), token.getBytes(UTF_8));
    }

    private static void unauthorized(Context ctx) {
        ctx.header("WWW-Authenticate", "Bearer");
        throw new ApiException(401, "A valid bearer token is required.");
    }
}
