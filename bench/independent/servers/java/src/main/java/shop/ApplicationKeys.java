package shop;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

import static java.nio.charset.StandardCharsets.UTF_8;

/** POST /v2/application-keys */
final class ApplicationKeys {
    private static final String TYPE = "application_key";
    private static final int DEFAULT_RATE_LIMIT = 10;
    private static final int QUOTA = 30;

    private record Key(UUID id, String name, String clientId, String clientSecret, int rateLimit, Instant createdAt) {}

    private final Map<UUID, Key> keys = new ConcurrentHashMap<>();
    private final SecureRandom random = new SecureRandom();
    private final ObjectMapper mapper;
    private final Auth auth;

    ApplicationKeys(ObjectMapper mapper, Auth auth) {
        this.mapper = mapper;
        this.auth = auth;
    }

    void create(Context ctx) {
        auth.requireForKeys(ctx);
        Input data = Input.dataOf(ctx, mapper);
        String type = data.required("type", 0, Integer.MAX_VALUE);
        boolean typeOk = Switches.fault("key-type-ignore-case") ? TYPE.equalsIgnoreCase(type) : TYPE.equals(type);
        if (type != null && !typeOk) data.reject("type", "must be '" + TYPE + "'");
        String name = Switches.fault("key-name-missing-ok") && !data.has("name")
                ? "" : data.required("name", 0, Integer.MAX_VALUE);
        Integer rateLimit = data.integer("reserved_rate_limit");
        if (rateLimit != null && rateLimit < 0) data.reject("reserved_rate_limit", "must not be negative");
        data.throwIfInvalid();

        if (Switches.variant("trim-names")) name = name.strip();
        if (Switches.variant("key-quota") && keys.size() >= QUOTA) {
            throw new ApiException(429, "The store has reached its " + QUOTA + " application keys.");
        }
        UUID id = Switches.fault("key-id-from-name") ? UUID.nameUUIDFromBytes(name.getBytes(UTF_8)) : UUID.randomUUID();
        Key key = new Key(id, name, secret(24), secret(36), rateLimit == null ? DEFAULT_RATE_LIMIT : rateLimit, Instant.now());
        keys.put(id, key);
        ctx.status(201).json(Map.of("data", view(key, Main.baseUrl(ctx))));
    }

    private Map<String, Object> view(Key key, String baseUrl) {
        Map<String, Object> timestamps = new LinkedHashMap<>();
        timestamps.put("created_at", Main.timestamp(key.createdAt));
        timestamps.put("updated_at", Main.timestamp(key.createdAt));
        timestamps.put("last_used_at", Switches.fault("key-last-used-null") ? null : Main.timestamp(key.createdAt));

        Map<String, Object> view = new LinkedHashMap<>();
        view.put("id", key.id);
        view.put("type", TYPE);
        view.put("name", key.name);
        view.put("client_id", key.clientId);
        view.put("client_secret", key.clientSecret);
        view.put("reserved_rate_limit",
                Switches.fault("key-rate-limit-string") ? String.valueOf(key.rateLimit) : key.rateLimit);
        view.put("meta", Map.of("timestamps", timestamps));
        Object self = Switches.fault("key-self-link-client-id") ? key.clientId : key.id;
        view.put("links", Map.of("self", baseUrl + "/v2/application-keys/" + self));
        return view;
    }

    private String secret(int bytes) {
        byte[] buffer = new byte[bytes];
        random.nextBytes(buffer);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(buffer);
    }
}
