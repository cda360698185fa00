import { dirname, isAbsolute, join, relative } from 'node:path';
import { type Io, resolvePath } from '../io/io.ts';

/** The description of `--overlay`, for every command that has it. */
export const overlayHelp =
  "an OpenAPI Overlay to apply to assay's OpenAPI file, such as another name of a path (YAML or JSON)";

/** Resolves paths that are written in a file. */
export const resolveBeside = (file: string, paths: readonly string[]): string[] =>
  paths.map((path) => (isAbsolute(path) ? path : join(dirname(file), path)));

/** The inverse of `resolveBeside`: paths from the command line as they have to be written in a file. */
export const relativeTo = (io: Io, file: string, paths: readonly string[]): string[] =>
  paths.map((path) =>
    isAbsolute(path) ? path : relative(dirname(resolvePath(io, file)), resolvePath(io, path)),
  );
