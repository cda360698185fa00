const oldest = { major: 22, minor: 19 };

type Versions = { readonly node: string; readonly bun?: string; readonly deno?: string };

export function tooOld({ node, bun, deno }: Versions): string | undefined {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  const isOld = major < oldest.major || (major === oldest.major && minor < oldest.minor);
  if (!isOld || bun !== undefined || deno !== undefined) return undefined;
  return `assay needs Node ${oldest.major}.${oldest.minor} or newer, and this is Node ${node}; install a newer one. If pnpm installed the package node, run pnpm approve-builds and allow its script.`;
}

// Imported first by every entry point: an old Node would fail elsewhere without saying why.
const problem = tooOld(process.versions);
if (problem !== undefined) {
  const error = new Error(problem);
  // A stack into assay would mislead.
  error.stack = problem;
  throw error;
}
