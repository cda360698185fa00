import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { getAsset, getAssetKeys, getRawAsset } from 'node:sea';
import { whyOthers } from '../src/ownership.ts';
import { makeFolders, userCache } from '../src/user-cache.ts';

// The first code that runs in the executable. Node imports modules, and starts threads, only from files. So the files of
// assay are unpacked once for each version, into the cache of the user: a shared folder could contain the code of others.

const digest = getAsset('digest', 'utf8');
const cache = userCache(process.env);
unpacked()
  .then((folder) => createRequire(join(folder, 'start.cjs'))('./start.cjs'))
  // Node would end with 1, which is the code of a verdict.
  .catch((error: unknown) => {
    const what = error instanceof Error ? error.message : String(error);
    process.stderr.write(`assay cannot start: ${what.replaceAll('\n', ' ')}; install it again.\n`);
    process.exit(2);
  });

/** The folder of the unpacked files: one that is kept, or, if none can be, one for this start only. */
async function unpacked(): Promise<string> {
  return (cache === undefined ? undefined : await keptIn(cache)) ?? unpackedOnce();
}

async function keptIn(cache: string): Promise<string | undefined> {
  const kept = join(cache, `executable-${digest}`);
  try {
    if (await isOwn(kept)) return kept;
    makeFolders(cache);
    // Another start may unpack at the same time: the folder gets its name when it is complete.
    const folder = unpackInto(mkdtempSync(`${kept}-`));
    try {
      renameSync(folder, kept);
    } catch {
      rmSync(folder, { recursive: true });
    }
    if (await isOwn(kept)) return kept;
  } catch {
    // The cache cannot be written.
  }
  return undefined;
}

function unpackedOnce(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return unpackInto(folder);
}

/** Whether a folder is there, and no other user can have placed code in it. */
async function isOwn(folder: string): Promise<boolean> {
  return existsSync(folder) && (await whyOthers(join(folder, 'start.cjs'))) === undefined;
}

function unpackInto(folder: string): string {
  for (const name of getAssetKeys()) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, new Uint8Array(getRawAsset(name)));
  }
  return folder;
}
