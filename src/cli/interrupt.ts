/** A signal that the user gives, and the end of listening for it. */
export type Interrupt = Disposable & { readonly signal: AbortSignal };

const names = ['SIGINT', 'SIGTERM'] as const;

/** Turns the first Ctrl-C into a signal that a run may end on; the second ends the process at once. */
export function onInterrupt(): Interrupt {
  const controller = new AbortController();
  const forget = (): void => {
    for (const name of names) process.off(name, abort);
  };
  const abort = (): void => {
    forget();
    controller.abort();
  };
  for (const name of names) process.on(name, abort);
  return { signal: controller.signal, [Symbol.dispose]: forget };
}
