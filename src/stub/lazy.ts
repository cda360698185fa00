/** A value made when it is first asked for: what a stub compiles, it need not have compiled to be ready. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
