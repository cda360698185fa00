import manifest from '../../package.json' with { type: 'json' };

/** The version of assay itself. */
export const version: string = manifest.version;
