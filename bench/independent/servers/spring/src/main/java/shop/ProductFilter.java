package shop;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A filter expression: eq(name,...), eq(slug,...) or in(id,...). */
public record ProductFilter(String operator, String attribute, List<String> values) {
    private static final Pattern FORM = Pattern.compile("(\\w+)\\((\\w+),(.*)\\)", Pattern.DOTALL);
    private static final Pattern PLAIN_FORM = Pattern.compile("(\\w+)\\((\\w+),([\\w\\s.,:%()'-]*)\\)");
    private static final Set<String> SUPPORTED = Set.of("eq name", "eq slug", "in id");

    public static ProductFilter parse(String expression) {
        Pattern form = Flags.fault("filter-plain-letters-only") ? PLAIN_FORM : FORM;
        Matcher parts = form.matcher(expression);
        if (!parts.matches()) {
            throw new ApiException(400, "The filter cannot be read");
        }
        if (!SUPPORTED.contains(parts.group(1) + " " + parts.group(2))) {
            throw new ApiException(400, "The filter does not support this operator and attribute");
        }
        return new ProductFilter(parts.group(1), parts.group(2), values(parts.group(1), parts.group(3)));
    }

    private static List<String> values(String operator, String text) {
        if (operator.equals("eq")) {
            return List.of(text);
        }
        return Arrays.stream(text.split(",")).map(value -> value.trim().toLowerCase(Locale.ROOT)).toList();
    }

    public boolean isIn() {
        return operator.equals("in");
    }

    /** The condition on the product table, with the named parameter "values". */
    public String condition() {
        if (isIn()) {
            return "p.id in (:values)";
        }
        String comparison = Flags.fault("slug-compared-with-like") && attribute.equals("slug") ? "like" : "=";
        return "p." + attribute + " " + comparison + " :values";
    }
}
