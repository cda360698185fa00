/** A value that is computed on first use. It keeps start-up fast: validators, for example, compile when first needed. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

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

/** Runs tasks in the order in which they come, at most so many at once. A task that fails lets the next begin. */
export function atOnce(most: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (task) => {
    if (running < most) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
