package shop;

/** Reads the switches FAULT and VARIANT once. */
public final class Flags {
    private static final String FAULT = System.getenv().getOrDefault("FAULT", "");
    private static final String VARIANT = System.getenv().getOrDefault("VARIANT", "");

    private Flags() {
    }

    public static boolean fault(String name) {
        return FAULT.equals(name);
    }

    public static boolean variant(String name) {
        return VARIANT.equals(name);
    }
}
