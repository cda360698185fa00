/** The same function, worked out once for each object it is given, and remembered as long as that object lives. */
export function onceFor<K extends object, V>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, { readonly made: V }>();
  return (key) => {
    const before = known.get(key);
    if (before) return before.made;
    const made = make(key);
    known.set(key, { made });
    return made;
  };
}
