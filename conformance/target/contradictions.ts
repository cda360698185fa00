import { UserError } from '../../src/errors.ts';
import type { Path } from '../../src/json/json.ts';
import { idOf } from './resolve.ts';
import type { NodeEntry, TargetFile } from './target-file.ts';

/** Makes sure that what a target file says of products can be true; else it is a {@link UserError}. */
export function checkProducts(file: TargetFile, where: (path: Path) => string): void {
  const { nodes = [] } = file;
  const places = [
    ...nodes.map((node, index) => ({ products: node, at: ['nodes', index] as Path })),
    { products: file, at: [] as Path },
  ];
  for (const { products, at } of places) checkPlace(products, (path) => [...at, ...path], where);
}

type Products = Pick<NodeEntry, 'live' | 'hidden' | 'curated'>;

function checkPlace(
  { live, curated = [], hidden = [] }: Products,
  within: (path: Path) => Path,
  where: (path: Path) => string,
): void {
  const complain = (path: Path, sentence: string): UserError =>
    new UserError(`${where(within(path))}: /${within(path).join('/')} ${sentence}`);
  const ids = (live ?? []).map((one) => idOf(one).toLowerCase());
  const isHidden = new Set(hidden.map((one) => idOf(one).toLowerCase()));
  for (const [place, id] of ids.entries()) {
    if (isHidden.has(id))
      throw complain(
        ['live', place],
        'is under "hidden", too; a product is either live or hidden: remove one.',
      );
    if (ids.indexOf(id) < place) throw complain(['live', place], 'is in the list twice; remove one.');
  }
  for (const [place, id] of curated.entries()) {
    if (isHidden.has(id.toLowerCase()))
      throw complain(['curated', place], 'is under "hidden", too; name only live products as curated.');
    if (live && !ids.includes(id.toLowerCase()))
      throw complain(['curated', place], 'is not under "live"; add it there, or remove it here.');
  }
}
