import type { ValidateFunction } from 'ajv';

/** Validators that were compiled when assay was built, by their keys. The build replaces this file: the sources have none. */
export const builtValidators: Readonly<Record<string, ValidateFunction | undefined>> = {};
