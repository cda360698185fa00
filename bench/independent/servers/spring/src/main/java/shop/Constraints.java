package shop;

import jakarta.validation.Configuration;
import org.hibernate.validator.HibernateValidatorConfiguration;
import org.hibernate.validator.cfg.ConstraintMapping;
import org.hibernate.validator.cfg.context.PropertyConstraintMappingContext;
import org.hibernate.validator.cfg.context.TypeConstraintMappingContext;
import org.hibernate.validator.cfg.defs.CodePointLengthDef;
import org.hibernate.validator.cfg.defs.NotBlankDef;
import org.hibernate.validator.cfg.defs.NotNullDef;
import org.hibernate.validator.cfg.defs.PatternDef;
import org.springframework.boot.autoconfigure.validation.ValidationConfigurationCustomizer;
import org.springframework.context.annotation.Bean;

/** The required members, allowed values and length bounds of the request bodies. */
@org.springframework.context.annotation.Configuration
public class Constraints {
    static final String UUID = "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}";
    private static final String EMAIL = "[^@\\s.,;<>()]+(\\.[^@\\s.,;<>()]+)*@[^@\\s.,;<>()]+(\\.[^@\\s.,;<>()]+)*";

    @Bean
    public ValidationConfigurationCustomizer constraintsOfBodies() {
        return this::addMapping;
    }

    private void addMapping(Configuration<?> configuration) {
        HibernateValidatorConfiguration hibernate = (HibernateValidatorConfiguration) configuration;
        ConstraintMapping mapping = hibernate.createConstraintMapping();
        constrainKey(mapping);
        constrainSubscription(mapping);
        constrainPayment(mapping.type(Subscription.Payment.class));
        hibernate.addMapping(mapping);
    }

    private void constrainKey(ConstraintMapping mapping) {
        mapping.type(ApplicationKey.Request.class).field("data").constraint(new NotNullDef()).valid();
        TypeConstraintMappingContext<ApplicationKey.NewKey> key = mapping.type(ApplicationKey.NewKey.class);
        key.field("name").constraint(new NotBlankDef());
        PropertyConstraintMappingContext type = key.field("type").constraint(new NotNullDef());
        if (!Flags.fault("key-type-unchecked")) {
            type.constraint(new PatternDef().regexp("application_key"));
        }
    }

    private void constrainSubscription(ConstraintMapping mapping) {
        mapping.type(Subscription.Request.class).field("data").constraint(new NotNullDef()).valid();
        TypeConstraintMappingContext<Subscription.NewSubscription> subscription =
                mapping.type(Subscription.NewSubscription.class);
        subscription.field("externalRef").constraint(new CodePointLengthDef().max(2048));
        for (String member : new String[] {"accountId", "offeringId", "planId"}) {
            subscription.field(member).constraint(new NotNullDef()).constraint(new PatternDef().regexp(UUID));
        }
        subscription.field("currency").constraint(new NotNullDef()).constraint(new PatternDef().regexp("[A-Z]{3}"));
        subscription.field("paymentAuthority").valid();
    }

    private void constrainPayment(TypeConstraintMappingContext<Subscription.Payment> payment) {
        payment.field("type").constraint(new NotNullDef());
        payment.field("customerId").constraint(new NotBlankDef()).constraint(new CodePointLengthDef().max(1024));
        PropertyConstraintMappingContext card =
                payment.field("cardId").constraint(new CodePointLengthDef().max(1024));
        if (!Flags.fault("card-id-not-required")) {
            card.constraint(new NotBlankDef());
        }
        int shortest = Flags.fault("payment-name-minimum-missing") ? 1 : 3;
        payment.field("name").constraint(new NotNullDef())
                .constraint(new CodePointLengthDef().min(shortest).max(1024));
        payment.field("email").constraint(new NotNullDef()).constraint(new CodePointLengthDef().min(3).max(1024))
                .constraint(new PatternDef().regexp(EMAIL));
    }
}
