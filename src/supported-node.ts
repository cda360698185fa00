import { tooOld } from './node-version.ts';

// Imported first by whatever others import: an old Node would fail somewhere inside, without saying why.
const problem = tooOld(process.versions);
if (problem !== undefined) {
  const error = new Error(problem);
  // The stack would lead into assay, where nothing is wrong.
  error.stack = problem;
  throw error;
}
