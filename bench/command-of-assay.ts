import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Loaded before a program of this checkout, it has the name of the package lead to the sources. */
export const fromSource = join(root, 'tools/from-source.ts');

/**
 * The file that starts the command line in a process of its own: the sources, or the build where tests have made one,
 * which takes a quarter of the time.
 */
export const assayFile = join(root, process.env.ASSAY_UNDER_TEST ?? 'conformance/cli/bin.ts');
