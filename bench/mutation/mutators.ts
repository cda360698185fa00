import { mutator as express } from './express.ts';
import { mutator as go } from './go.ts';
import { mutator as java } from './java.ts';
import type { Mutator } from './mutator.ts';
import { mutator as python } from './python.ts';

/** All servers that are mutated. */
export const mutators: readonly Mutator[] = [express, python, go, java];
