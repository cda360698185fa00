import { show } from './statistics.ts';
import type { Throughput } from './throughput.ts';

/** Everything that was measured. */
export type Measured = {
  readonly date: string;
  readonly machine: string;
  readonly rounds: number;
  readonly page: readonly Throughput[] | undefined;
  readonly create: readonly Throughput[] | undefined;
};

/** Writes what was measured as Markdown. */
export const table = ({ date, machine, rounds, page, create }: Measured): string =>
  [
    `Measured ${date} on ${machine}; ${rounds} rounds by turns; median (middle half).`,
    ...(page ? throughput('A page of 100 products', page) : []),
    ...(create ? throughput('A subscription created', create) : []),
  ].join('\n');

function throughput(title: string, all: readonly Throughput[]): string[] {
  const stub = all.find(({ name }) => name === 'assay stub');
  return [
    '',
    `| ${title} | a second | to bare | processor time, bare to this | the stub is faster |`,
    '|---|---:|---:|---:|---:|',
    ...all.map(({ name, rate, ratio, processor }) => {
      const times = (stub?.rate.median ?? Number.NaN) / rate.median;
      return `| ${name} | ${show(rate, 0)} | ${show(ratio, 3)} | ${show(processor, 3)} | ${times.toFixed(1)}× |`;
    }),
  ];
}
