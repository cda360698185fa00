import type { Large } from './large.ts';
import type { Start } from './start.ts';
import type { Spread } from './statistics.ts';
import type { Throughput } from './throughput.ts';

/** Everything that was measured. */
export type Measured = {
  readonly date: string;
  readonly machine: string;
  readonly rounds: number;
  readonly page: readonly Throughput[];
  readonly create: readonly Throughput[];
  readonly start: readonly Start[];
  readonly large: readonly Large[];
};

/** Writes what was measured as Markdown. */
export function table({ date, machine, rounds, page, create, start, large }: Measured): string {
  return [
    `Measured ${date} on ${machine}; ${rounds} rounds by turns; median (middle half).`,
    ...throughput('A page of 100 products', page),
    ...throughput('A subscription created', create),
    '',
    '| Start | ms to the first page | to bare | memory at rest, MiB |',
    '|---|---:|---:|---:|',
    ...start.map(
      ({ name, ms, ratio, memory }) =>
        `| ${name} | ${show(ms, 0)} | ${show(ratio, 2)} | ${show(memory, 0)} |`,
    ),
    '',
    '| One node of | seconds to the first page | last offset, at most 10,000, to offset 0 | bytes of the two | eq(name) | eq(slug) | in(id) of ten | bytes of a product | held as objects | held as a listing | whole process, MiB |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...large.map(row),
    '',
    `Filters are compared with those in the catalog of ${large[0]?.products.toLocaleString('en')}.`,
  ].join('\n');
}

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

function row(large: Large): string {
  const { products, bytesPerProduct, heldPerProduct, memory, loadMs, offset, offsetBytes, filters } = large;
  const cells = [
    products.toLocaleString('en'),
    (loadMs / 1000).toFixed(1),
    show(offset, 2),
    offsetBytes.toFixed(2),
    ...Object.values(filters).map((filter) => show(filter, 2)),
    ...[bytesPerProduct, heldPerProduct.objects, heldPerProduct.listing, memory].map((bytes) =>
      bytes.toFixed(0),
    ),
  ];
  return `| ${cells.join(' | ')} |`;
}

const show = ({ median, low, high }: Spread, digits: number): string =>
  `${median.toFixed(digits)} (${low.toFixed(digits)} to ${high.toFixed(digits)})`;
