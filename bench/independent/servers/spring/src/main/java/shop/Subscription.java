package shop;

import com.fasterxml.jackson.annotation.JsonCreator;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** The bodies of the operation that creates a subscription. */
public final class Subscription {
    private Subscription() {
    }

    public enum Gateway {
        A("payments_gateway_a"), B("payments_gateway_b");

        private final String identifier;

        Gateway(String identifier) {
            this.identifier = identifier;
        }

        /** Jackson's own reading of enumerations would accept spaces around the identifier. */
        @JsonCreator
        public static Gateway of(String text) {
            for (Gateway gateway : values()) {
                if (gateway.identifier.equals(text)) {
                    return gateway;
                }
            }
            if (Flags.fault("unknown-gateway-becomes-default")) {
                return A;
            }
            throw new IllegalArgumentException("Unknown gateway");
        }
    }

    public record Request(NewSubscription data) {
    }

    public record NewSubscription(String externalRef, String accountId, String offeringId, String planId,
            String currency, Payment paymentAuthority) {
        public NewSubscription {
            if (Flags.fault("currency-raised-to-upper-case") && currency != null) {
                currency = currency.toUpperCase();
            }
        }
    }

    public record Payment(Gateway type, String customerId, String cardId, String name, String email) {
    }

    public record Response(Resource data) {
    }

    public record Resource(UUID id, String type, Attributes attributes) {
    }

    public record Attributes(String externalRef, String accountId, Offering offering, String planId, String currency,
            Meta meta) {
    }

    public record Meta(String owner, Timestamps timestamps, String status, State state) {
    }

    public record Timestamps(Instant createdAt, Instant updatedAt) {
    }

    public record State(UUID id, String type, StateAttributes attributes, StateMeta meta) {
    }

    public record StateAttributes(String action) {
    }

    public record StateMeta(Instant createdAt, boolean canceled, boolean paused, boolean closed, Instant invoiceAfter) {
    }

    public record Offering(String id, String type, OfferingAttributes attributes, OfferingMeta meta) {
    }

    public record OfferingAttributes(String externalRef, String name, String description, Instant createdAt,
            Instant updatedAt) {
    }

    public record OfferingMeta(List<String> externalProductRefs, String owner, OfferingTimestamps timestamps) {
    }

    public record OfferingTimestamps(Instant createdAt, Instant updatedAt) {
    }
}
