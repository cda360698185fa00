import type { BuiltValidators } from '../../src/json/built-validators.ts';

/** The validators of target files for the shipped contract, compiled by the build, which replaces this file. */
export const builtValidators: BuiltValidators = {};
