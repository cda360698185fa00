package shop;

import jakarta.validation.Valid;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.UUID;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.support.ServletUriComponentsBuilder;

@RestController
public class ApplicationKeyController {
    private static final long DEFAULT_RATE_LIMIT = 10;
    private final SecureRandom random = new SecureRandom();
    private final JdbcClient database;
    private ApplicationKey.NewKey current;

    public ApplicationKeyController(JdbcClient database) {
        this.database = database;
    }

    @PostMapping("/v2/application-keys")
    @ResponseStatus(HttpStatus.CREATED)
    public ApplicationKey.Response create(@Valid @RequestBody ApplicationKey.Request request) {
        current = request.data();
        UUID id = UUID.randomUUID();
        String clientId = randomText(30);
        String secret = randomText(36);
        String hash = hash(secret, id);
        ApplicationKey.NewKey wanted = Flags.fault("key-shared-between-requests") ? current : request.data();
        long rateLimit = wanted.reservedRateLimit() == null ? DEFAULT_RATE_LIMIT : wanted.reservedRateLimit();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        database.sql("insert into application_key values (?, ?, ?, ?, ?, ?)")
                .params(id, wanted.name(), clientId, hash, rateLimit, Timestamp.from(now)).update();
        return new ApplicationKey.Response(
                new ApplicationKey.Key(id, "application_key", wanted.name(), clientId, secret, rateLimit,
                        new ApplicationKey.Meta(new ApplicationKey.Timestamps(now, now, now))),
                new ApplicationKey.Links(address(id)));
    }

    private String address(UUID id) {
        String path = Flags.fault("key-link-without-version") ? "/application-keys/{id}" : "/v2/application-keys/{id}";
        return ServletUriComponentsBuilder.fromCurrentContextPath().path(path).buildAndExpand(id).toUriString();
    }

    private String randomText(int bytes) {
        byte[] value = new byte[bytes];
        random.nextBytes(value);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(value);
    }

    /** Only a hash of the secret is kept. */
    private String hash(String secret, UUID salt) {
        try {
            PBEKeySpec specification = new PBEKeySpec(secret.toCharArray(), salt.toString().getBytes(), 10_000, 256);
            SecretKeyFactory factory = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256");
            return Base64.getEncoder().encodeToString(factory.generateSecret(specification).getEncoded());
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException(error);
        }
    }
}
