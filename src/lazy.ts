/** A value that is computed on first use. It keeps start-up fast: validators, for example, compile when first needed. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
