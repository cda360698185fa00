import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/**
 * The file that starts the command line in a process of its own: the sources, or the build where tests have made one,
 * which takes a quarter of the time.
 */
export const assayFile = join(root, process.env.ASSAY_UNDER_TEST ?? 'conformance/cli/bin.ts');
