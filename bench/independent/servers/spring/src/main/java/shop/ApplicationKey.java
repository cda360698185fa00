package shop;

import java.time.Instant;
import java.util.UUID;

/** The bodies of the operation that creates an application key. */
public final class ApplicationKey {
    private ApplicationKey() {
    }

    public record Request(NewKey data) {
    }

    public record NewKey(String type, String name, Long reservedRateLimit) {
    }

    public record Response(Key data, Links links) {
    }

    public record Key(UUID id, String type, String name, String clientId, String clientSecret,
            long reservedRateLimit, Meta meta) {
    }

    public record Meta(Timestamps timestamps) {
    }

    public record Timestamps(Instant lastUsedAt, Instant createdAt, Instant updatedAt) {
    }

    public record Links(String self) {
    }
}
