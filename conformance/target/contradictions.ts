import { UserError } from '../../src/errors.ts';
import type { Path } from '../../src/json/json.ts';
import type { TargetFile } from './target-file.ts';

/** Makes sure that what a target file says of the products of a node can be true; else it is a {@link UserError}. */
export function checkProducts({ nodes = [] }: TargetFile, where: (path: Path) => string): void {
  for (const [index, { live, curated = [], hidden = [] }] of nodes.entries()) {
    const complain = (path: Path, sentence: string): UserError =>
      new UserError(`${where(['nodes', index, ...path])}: /nodes/${[index, ...path].join('/')} ${sentence}`);
    const isLive = new Set(live?.map((id) => id.toLowerCase()));
    const isHidden = new Set(
      hidden.map((one) => (typeof one === 'string' ? one : one.id)).map((id) => id.toLowerCase()),
    );
    for (const [place, id] of (live ?? []).entries())
      if (isHidden.has(id.toLowerCase()))
        throw complain(['live', place], 'is under "hidden", too; a product is either: leave one out.');
    for (const [place, id] of curated.entries()) {
      if (isHidden.has(id.toLowerCase()))
        throw complain(['curated', place], 'is under "hidden", too; name only live products as curated.');
      if (live && !isLive.has(id.toLowerCase()))
        throw complain(['curated', place], 'is not under "live"; add it there, or leave it out here.');
    }
  }
}
