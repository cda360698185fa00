package shop;

import java.util.Arrays;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** filter=eq(name,…), filter=eq(slug,…) or filter=in(id,…,…). */
final class Filter {
    private static final Pattern EXPRESSION = Pattern.compile("(\\w+)\\(([^,()]+),(.*)\\)", Pattern.DOTALL);
    private static final Pattern WORDS = Pattern.compile("^[\\p{L}\\p{N}_ .,&()]*");

    private Filter() {}

    /** Null when the request has no filter. */
    static Predicate<Catalog.Product> parse(String expression) {
        if (expression == null || expression.isBlank()) return null;
        Matcher matcher = EXPRESSION.matcher(expression.strip());
        if (!matcher.matches()) throw new ApiException(400, "The filter cannot be read.");
        String operation = matcher.group(1) + " " + matcher.group(2).strip();
        String value = matcher.group(3).strip();
        switch (operation) {
            case "eq name":
                if (Switches.fault("node-eq-name-hyphen")) {
                    Matcher words = WORDS.matcher(value);
                    String cut = words.find() ? words.group() : "";
                    return product -> product.name().equals(cut);
                }
                if (Switches.fault("node-eq-prefix")) return product -> product.name().startsWith(value);
                return product -> product.name().equals(value);
            case "eq slug":
                if (Switches.fault("node-eq-prefix")) return product -> product.slug().startsWith(value);
                return product -> product.slug().equals(value);
            case "in id":
                Set<String> ids = Arrays.stream(value.split(",")).map(id -> id.strip().toLowerCase()).collect(Collectors.toSet());
                return product -> ids.contains(product.id().toString());
            default:
                throw new ApiException(400, "The filter '" + operation + "' is not supported.");
        }
    }
}
