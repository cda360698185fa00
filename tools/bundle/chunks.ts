import { join } from 'node:path';
import type { ChunkingContext, CodeSplittingOptions } from 'rolldown';
import { root } from './checkout.ts';

/** What is started, from the lightest to a check, which loads the chunk of each; a contract of one's own may be read before. */
const layers: readonly { readonly name: string; readonly file: string }[] = [
  { name: 'start', file: 'conformance/cli/main.ts' },
  { name: 'stub', file: 'conformance/cli/commands/stub.ts' },
  { name: 'contract', file: 'src/contract/read-contract.ts' },
  { name: 'compare', file: 'conformance/cli/commands/compare.ts' },
  { name: 'check', file: 'conformance/cli/commands/check.ts' },
];

/**
 * Puts what a check loads into few chunks: the bundler by itself makes one for every set of commands that share a module,
 * some sixty of them, and finding and linking those takes a sixth of a start.
 */
export function fewChunks(): CodeSplittingOptions {
  let reached: readonly ReadonlySet<string>[] | undefined;
  const layerOf = (id: string, context: ChunkingContext): number => {
    reached ??= layers.map(({ file }) => importedBy(join(root, file), context));
    return reached.at(-1)?.has(id) ? reached.findIndex((ids) => ids.has(id)) : -1;
  };
  const groups = layers.map(({ name }, index) => ({
    debugName: name,
    name: (id: string, context: ChunkingContext) => (layerOf(id, context) === index ? name : null),
    priority: layers.length - index,
  }));
  return { groups };
}

/** A module and what it imports, and what that imports, and so on; but not what is imported only when needed. */
function importedBy(file: string, context: ChunkingContext): ReadonlySet<string> {
  const seen = new Set([file]);
  // A set that is read completely also gives what is added on the way.
  for (const id of seen) for (const next of context.getModuleInfo(id)?.importedIds ?? []) seen.add(next);
  return seen;
}
