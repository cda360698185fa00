package shop;

/** Test switches read once from the environment: at most one fault and one honest variant. */
final class Switches {
    private static final String FAULT = System.getenv().getOrDefault("FAULT", "");
    private static final String VARIANT = System.getenv().getOrDefault("VARIANT", "");

    private Switches() {}

    static boolean fault(String id) {
        return FAULT.equals(id);
    }

    static boolean variant(String id) {
        return VARIANT.equals(id);
    }
}
