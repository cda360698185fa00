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

/** How many texts are remembered at once: far more than one run asks about. */
const mostTexts = 10_000;

/** The same function, worked out once for each text it is given, as long as they are not too many to remember. */
export function onceForText<V>(make: (text: string) => V): (text: string) => V {
  const known = new Map<string, { readonly made: V }>();
  return (text) => {
    const before = known.get(text);
    if (before) return before.made;
    const made = make(text);
    if (known.size >= mostTexts) known.clear();
    known.set(text, { made });
    return made;
  };
}
