import type { BuiltValidators } from '../json/built-validators.ts';

/** The validators of OpenAPI documents, compiled by the build, which replaces this file. */
export const builtValidators: BuiltValidators = {};
