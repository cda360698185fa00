package shop;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import static java.nio.charset.StandardCharsets.UTF_8;

/** POST /subscriptions/subscriptions */
final class Subscriptions {
    static final UUID ACCOUNT = UUID.fromString("6f0c2f7e-5d0b-4b52-9f39-0d6f7a1c2b11");
    static final UUID OFFERING = UUID.fromString("b1a4c8d2-93e7-4f6a-8a55-2c7d90e4f312");
    static final UUID PLAN = UUID.fromString("3e9d71aa-0c44-4d1b-b7f8-5a6be2f09c73");
    static final String CURRENCY = "EUR";
    static final Map<String, Object> KNOWN_PAYMENT = Map.of("type", "payments_gateway_a", "customer_id", "cus_10442",
            "card_id", "card_77120", "name", "Marta Lindqvist", "email", "marta.lindqvist@example.com");

    private static final Set<String> GATEWAYS = Set.of("payments_gateway_a", "payments_gateway_b");
    private static final Set<String> CURRENCIES = Currency.getAvailableCurrencies().stream()
            .map(Currency::getCurrencyCode).collect(Collectors.toUnmodifiableSet());
    private static final Pattern THREE_CAPITALS = Pattern.compile("[A-Z]{3}");
    private static final Pattern EMAIL = Pattern.compile("[^@\\s]+@[^@\\s]+");
    private static final Instant OFFERING_CREATED = Instant.parse("2024-02-12T08:30:00Z");

    private record Subscription(UUID id, String externalRef, UUID accountId, UUID offeringId, UUID planId,
                                String currency, Instant createdAt) {}

    private final Map<UUID, Subscription> subscriptions = new ConcurrentHashMap<>();
    private final ObjectMapper mapper;
    private final Auth auth;
    private volatile String lastExternalRef;

    Subscriptions(ObjectMapper mapper, Auth auth) {
        this.mapper = mapper;
        this.auth = auth;
    }

    void create(Context ctx) {
        auth.require(ctx);
        Input data = Input.dataOf(ctx, mapper);
        String externalRef = externalRef(data);
        UUID account = data.uuid("account_id");
        UUID offering = Switches.fault("sub-offering-id-optional") && !data.has("offering_id")
                ? OFFERING : data.uuid("offering_id");
        UUID plan = data.uuid("plan_id");
        String currency = currency(data);
        Input payment = data.child("payment_authority");
        if (payment != null) checkPayment(payment);
        data.throwIfInvalid();

        requireKnown(data, "account_id", account, ACCOUNT);
        requireKnown(data, "offering_id", offering, OFFERING);
        requireKnown(data, "plan_id", plan, PLAN);
        if (payment != null && Switches.variant("known-card-only")) {
            for (String field : List.of("type", "customer_id", "card_id")) {
                if (!KNOWN_PAYMENT.get(field).equals(payment.required(field, 0, 1024))) {
                    payment.reject(field, "is not known at the payment gateway");
                }
            }
        }
        data.throwIfInvalid();

        Subscription created = new Subscription(UUID.randomUUID(), externalRef, account, offering, plan, currency, Instant.now());
        subscriptions.put(created.id, created);
        ctx.status(Switches.variant("subscription-200") ? 200 : 201).json(Map.of("data", view(created)));
    }

    private String externalRef(Input data) {
        boolean bytes = Switches.fault("sub-external-ref-bytes");
        String value = data.optional("external_ref", 0, 2048);
        if (bytes && value != null && value.getBytes(UTF_8).length > 2048) data.reject("external_ref", "is too long");
        if (Switches.fault("sub-external-ref-leak")) {
            if (value != null) lastExternalRef = value;
            return lastExternalRef;
        }
        return value;
    }

    private static String currency(Input data) {
        String value = data.required("currency", 0, 1024);
        if (value == null) return null;
        boolean valid = Switches.fault("sub-currency-unanchored")
                ? THREE_CAPITALS.matcher(value).find()
                : CURRENCIES.contains(value);
        if (!valid) data.reject("currency", "must be an ISO 4217 code in uppercase");
        return value;
    }

    private static void checkPayment(Input payment) {
        if (Switches.fault("sub-payment-not-validated")) return;
        String type = payment.required("type", 0, 1024);
        Set<String> gateways = Switches.fault("sub-gateway-b-rejected") ? Set.of("payments_gateway_a") : GATEWAYS;
        if (type != null && !gateways.contains(type)) payment.reject("type", "must be one of " + GATEWAYS);
        payment.required("customer_id", 0, 1024);
        payment.required("card_id", 0, 1024);
        payment.required("name", Switches.fault("sub-payment-name-min") ? 1 : 3, 1024);
        String email = payment.required("email", 3, 1024);
        if (email != null && !EMAIL.matcher(email).matches()) payment.reject("email", "must be an e-mail address");
    }

    private static void requireKnown(Input data, String field, UUID given, UUID known) {
        if (!known.equals(given)) data.reject(field, "does not exist");
    }

    private static Map<String, Object> view(Subscription s) {
        boolean sparse = Switches.variant("sparse-optional");
        Object createdAt = Switches.fault("sub-timestamps-epoch") ? s.createdAt.toEpochMilli() : Main.timestamp(s.createdAt);

        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("owner", "store");
        meta.put("status", Switches.fault("sub-status-uppercase") ? "ACTIVE" : "active");
        meta.put("timestamps", Map.of("created_at", createdAt, "updated_at", createdAt));
        if (!sparse) meta.put("state", state(s));

        Map<String, Object> attributes = new LinkedHashMap<>();
        if (s.externalRef != null) attributes.put("external_ref", s.externalRef);
        attributes.put("account_id", s.accountId);
        attributes.put("offering", offering(s.offeringId, sparse));
        attributes.put("plan_id", Switches.fault("sub-plan-echo") ? s.offeringId : s.planId);
        attributes.put("currency", s.currency);
        if (!sparse) attributes.put("relationships", Map.of("plan", Map.of("data", Map.of("id", s.planId, "type", "subscription_plan"))));
        attributes.put("meta", meta);

        Map<String, Object> view = new LinkedHashMap<>();
        if (!sparse) view.put("id", s.id);
        view.put("type", "subscription");
        view.put("attributes", attributes);
        return view;
    }

    private static Map<String, Object> state(Subscription s) {
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("created_at", Main.timestamp(s.createdAt));
        meta.put("canceled", false);
        meta.put("paused", false);
        meta.put("closed", false);
        meta.put("invoice_after", Main.timestamp(s.createdAt.plus(30, ChronoUnit.DAYS)));
        return Map.of("type", "subscription_state", "attributes", Map.of("action", "resume"), "meta", meta);
    }

    private static Map<String, Object> offering(UUID id, boolean sparse) {
        String created = Main.timestamp(OFFERING_CREATED);
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("name", "Coffee Club");
        if (!sparse) {
            attributes.put("description", "Freshly roasted beans, delivered every month.");
            attributes.put("external_ref", "erp/offerings/4711");
        }
        attributes.put("created_at", created);
        attributes.put("updated_at", created);
        Map<String, Object> meta = new LinkedHashMap<>();
        meta.put("external_product_refs", sparse ? List.of() : List.of("BEAN-250", "BEAN-1000"));
        meta.put("owner", "store");
        meta.put("timestamps", Map.of("created_at", created, "updated_at", created));
        Map<String, Object> view = new LinkedHashMap<>();
        if (!sparse) view.put("id", id);
        view.put("type", "subscription_offering");
        view.put("attributes", attributes);
        view.put("meta", meta);
        return view;
    }
}
