import type { Large } from './large.ts';
import type { Loading } from './loading.ts';
import type { Start } from './start.ts';
import { show } from './statistics.ts';
import type { Throughput } from './throughput.ts';

/** Everything that was measured. */
export type Measured = {
  readonly date: string;
  readonly machine: string;
  readonly rounds: number;
  readonly page: readonly Throughput[] | undefined;
  readonly create: readonly Throughput[] | undefined;
  readonly start: readonly Start[] | undefined;
  readonly large: readonly Large[] | undefined;
  readonly loading: Loading | undefined;
};

/** Writes what was measured as Markdown. */
export const table = ({ date, machine, rounds, page, create, start, large, loading }: Measured): string =>
  [
    `Measured ${date} on ${machine}; ${rounds} rounds by turns; median (middle half).`,
    ...(page ? throughput('A page of 100 products', page) : []),
    ...(create ? throughput('A subscription created', create) : []),
    ...(start ? startTable(start) : []),
    ...(large ? largeTable(large) : []),
    ...(loading ? loadingTable(loading) : []),
  ].join('\n');

function startTable(start: readonly Start[]): string[] {
  return [
    '',
    '| Start | ms to the first page | to bare | the same in processor time | memory at rest, MiB |',
    '|---|---:|---:|---:|---:|',
    ...start.map(
      ({ name, ms, ratio, processor, memory }) =>
        `| ${name} | ${show(ms, 0)} | ${show(ratio, 2)} | ${show(processor, 2)} | ${show(memory, 0)} |`,
    ),
  ];
}

function largeTable(large: readonly Large[]): string[] {
  return [
    '',
    '| One node of | seconds to the first page | last offset, at most 10,000, to offset 0 | bytes of the two | eq(name) | eq(slug) | in(id) of ten | bytes of a product | held in the heap | held as bytes | whole process, MiB |',
    '|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...large.map(row),
    '',
    `Filters are compared with those in the catalog of ${large[0]?.products.toLocaleString('en')}.`,
  ];
}

const loadingTable = ({ products, bytesPerProduct, seconds, ratio, processor, peak }: Loading): string[] => [
  '',
  '| A catalog of | bytes of a product | seconds to the first page | to reading and JSON.parse of its lines | the same in processor time | most memory, MiB |',
  '|---:|---:|---:|---:|---:|---:|',
  `| ${products.toLocaleString('en')} | ${bytesPerProduct.toFixed(0)} | ${show(seconds, 1)} | ${show(ratio, 2)} | ${show(processor, 2)} | ${show(peak, 0)} |`,
];

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
