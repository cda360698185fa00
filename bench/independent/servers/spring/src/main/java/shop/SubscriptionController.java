package shop;

import jakarta.validation.Valid;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Currency;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.http.HttpStatus;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@RestController
public class SubscriptionController {
    private final JdbcClient database;

    public SubscriptionController(JdbcClient database) {
        this.database = database;
    }

    @PostMapping("/subscriptions/subscriptions")
    @ResponseStatus(HttpStatus.CREATED)
    public Subscription.Response create(@Valid @RequestBody Subscription.Request request) {
        Subscription.NewSubscription wanted = request.data();
        String account = wanted.accountId().toLowerCase(Locale.ROOT);
        String plan = wanted.planId().toLowerCase(Locale.ROOT);
        checkCurrency(wanted.currency());
        if (count("select count(*) from account where id = ?", account) == 0) {
            throw new ApiException(404, "The account does not exist");
        }
        Subscription.Offering offering = findOffering(wanted.offeringId().toLowerCase(Locale.ROOT));
        if (count("select count(*) from plan where id = ? and offering_id = ?", plan, offering.id()) == 0) {
            throw new ApiException(404, "The plan does not belong to the offering");
        }
        checkCard(wanted.paymentAuthority());
        UUID id = UUID.randomUUID();
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        save(id, wanted.externalRef(), account, offering.id(), plan, wanted.currency(), now);
        return new Subscription.Response(new Subscription.Resource(id, "subscription",
                new Subscription.Attributes(wanted.externalRef(), account, offering, plan, wanted.currency(),
                        new Subscription.Meta("store", new Subscription.Timestamps(now, now), "active", state(now)))));
    }

    private Subscription.State state(Instant now) {
        return new Subscription.State(UUID.randomUUID(), "subscription_state",
                new Subscription.StateAttributes("resume"),
                new Subscription.StateMeta(now, false, false, false, now.plus(30, ChronoUnit.DAYS)));
    }

    private void save(UUID id, String externalRef, String account, String offering, String plan, String currency,
            Instant now) {
        try {
            database.sql("insert into subscription values (?, ?, ?, ?, ?, ?, ?)")
                    .params(id, externalRef, account, offering, plan, currency, Timestamp.from(now)).update();
        } catch (DuplicateKeyException error) {
            throw new ApiException(409, "The account has this offering already");
        }
    }

    private void checkCurrency(String currency) {
        try {
            Currency.getInstance(currency);
        } catch (IllegalArgumentException error) {
            throw new ApiException(400, "The currency is not an ISO currency code");
        }
    }

    private void checkCard(Subscription.Payment payment) {
        if (Flags.variant("card-on-file") && payment != null
                && count("select count(*) from gateway_card where gateway = ? and customer_id = ? and card_id = ?",
                        payment.type().name(), payment.customerId(), payment.cardId()) == 0) {
            throw new ApiException(422, "The gateway does not know this card");
        }
    }

    private Subscription.Offering findOffering(String id) {
        return database.sql("select * from offering where id = ?").param(id).query(this::readOffering).optional()
                .orElseThrow(() -> new ApiException(404, "The offering does not exist"));
    }

    private Subscription.Offering readOffering(ResultSet row, int number) throws SQLException {
        Instant created = row.getTimestamp("created_at").toInstant();
        Instant updated = row.getTimestamp("updated_at").toInstant();
        return new Subscription.Offering(row.getString("id"), "subscription_offering",
                new Subscription.OfferingAttributes(row.getString("external_ref"), row.getString("name"),
                        row.getString("description"), created, updated),
                new Subscription.OfferingMeta(List.of(row.getString("product_refs").split(",")), "store",
                        new Subscription.OfferingTimestamps(created, updated)));
    }

    private int count(String query, Object... values) {
        return database.sql(query).params(values).query(Integer.class).single();
    }
}
