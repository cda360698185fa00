import { stat } from 'node:fs/promises';
import { UserError } from '../../../src/errors.ts';
import { type Io, resolvePath } from '../io/io.ts';
import type { CheckFlags } from '../options/check-options.ts';

/** The folders to watch, which may be none; undefined if the check is run only once. */
export async function watchedFolders(options: CheckFlags, io: Io): Promise<readonly string[] | undefined> {
  const { watch, plan, failed, writeWaivers } = options;
  if (watch === undefined) return undefined;
  const others = { plan, failed, 'write-waivers': writeWaivers !== undefined };
  const [other] = Object.entries(others).find(([, isGiven]) => isGiven) ?? [];
  if (other !== undefined)
    throw new UserError(`--watch and --${other} cannot be combined; remove one of the two.`);
  const folders = watch === true ? [] : watch;
  for (const folder of folders) {
    const there = await stat(resolvePath(io, folder)).catch(() => undefined);
    if (!there?.isDirectory())
      throw new UserError(
        `--watch ${folder} is not a folder; name one, and write a base URL before --watch.`,
      );
  }
  return folders;
}
