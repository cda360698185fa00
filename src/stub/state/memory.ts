/** What is forgotten when a stub is reset. */
type Clearable = { readonly clear: () => void };

/** What a stub remembers from earlier requests. */
export type Memory = {
  /** What is remembered under a name, made where it is first asked for. */
  readonly kept: <T extends Clearable>(name: string, make: () => T) => T;
  readonly clear: () => void;
};

/** Creates an empty memory. */
export function createMemory(): Memory {
  const all = new Map<string, Clearable>();
  return {
    kept: <T extends Clearable>(name: string, make: () => T): T => {
      if (!all.has(name)) all.set(name, make());
      return all.get(name) as T;
    },
    clear: () => {
      for (const one of all.values()) one.clear();
    },
  };
}
