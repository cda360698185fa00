/** The oldest Node that assay runs on, as `engines` in package.json has it. */
const oldest = { major: 22, minor: 19 };

/** The versions of what a program runs on, as `process.versions` has them. */
type Versions = { readonly node: string; readonly bun?: string; readonly deno?: string };

/** Says which Node is needed where this one is too old; undefined where it will do, or is not Node at all. */
export function tooOld({ node, bun, deno }: Versions): string | undefined {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isOld = major < oldest.major || (major === oldest.major && minor < oldest.minor);
  if (!isOld || bun !== undefined || deno !== undefined) return undefined;
  return `assay needs Node ${oldest.major}.${oldest.minor} or newer, and this is Node ${node}; install a newer one.`;
}

// Imported first by whatever others import: an old Node would fail somewhere inside, without saying why.
const problem = tooOld(process.versions);
if (problem !== undefined) {
  const error = new Error(problem);
  // The stack would lead into assay, where nothing is wrong.
  error.stack = problem;
  throw error;
}
