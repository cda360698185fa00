import type { ValidateFunction } from 'ajv';

/** Validators compiled by the build, which replaces this file. */
export const builtValidators: Readonly<Record<string, ValidateFunction | undefined>> = {};
