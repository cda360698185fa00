import type { ValidateFunction } from 'ajv';

/** Validators by their keys. */
export type BuiltValidators = Readonly<Record<string, ValidateFunction | undefined>>;

/** The validators of requests and responses of the shipped contract, compiled by the build, which replaces this file. */
export const builtValidators: BuiltValidators = {};
