import { faultsOf, type Language, languages, variantsOf } from './server.ts';

/** One server that is started for one check. */
export type Job = {
  readonly server: Language;
  readonly kind: 'honest' | 'variant' | 'fault';
  /** Of the fault or the variant. */
  readonly id: string;
  /** What it does otherwise, in the words of who wrote it. */
  readonly says: string;
};

/**
 * What is to be run: all, or what `only` names as SERVER or SERVER/ID. The conforming server always goes first, since a
 * finding that it has as well tells nothing about a fault.
 */
export async function plan(only: readonly string[]): Promise<readonly Job[]> {
  const asked = only.map((word) => word.split('/'));
  const unknown = asked.find(([server]) => !languages.some((one) => one === server));
  if (unknown) throw new Error(`${unknown[0]} is none of ${languages.join(', ')}`);
  const jobs = await Promise.all(languages.map((server) => jobsOf(server, asked)));
  return jobs.flat();
}

async function jobsOf(server: Language, asked: readonly (readonly string[])[]): Promise<readonly Job[]> {
  const mine = asked.filter(([name]) => name === server);
  if (asked.length > 0 && mine.length === 0) return [];
  const ids = mine.some(([, id]) => id === undefined) ? [] : mine.map(([, id]) => id);
  const variants = (await variantsOf(server)).map((one) => ({ ...one, kind: 'variant' as const }));
  const faults = (await faultsOf(server)).map((one) => ({ ...one, kind: 'fault' as const }));
  const others = [...variants, ...faults].filter(({ id }) => ids.length === 0 || ids.includes(id));
  const strange = ids.find((id) => id !== 'honest' && !others.some((other) => other.id === id));
  if (strange !== undefined) throw new Error(`${server} has no fault and no variant ${strange}`);
  return [
    { server, kind: 'honest', id: 'honest', says: 'The usual server.' },
    ...others.map(({ kind, id, says }) => ({ server, kind, id, says })),
  ];
}
