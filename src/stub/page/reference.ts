import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Reply } from '../../http/exchange.ts';
import { documentPath, referencePath } from '../admin/paths.ts';
import { problem } from '../replies/problem.ts';
import { replyWith } from '../replies/reply.ts';
import { html } from './html.ts';

/** The files of Swagger UI, by the path they are served at. */
const assets: Record<string, { readonly file: string; readonly type: string }> = {
  [`${referencePath}/swagger-ui.css`]: { file: 'swagger-ui.css', type: 'text/css' },
  [`${referencePath}/swagger-ui-bundle.js`]: { file: 'swagger-ui-bundle.js', type: 'text/javascript' },
};
const startScriptPath = `${referencePath}/start.js`;

const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The contract · assay stub</title>
<link rel="stylesheet" href="${referencePath}/swagger-ui.css">
<div id="contract"></div>
<noscript>The contract is at <a href="${documentPath}">${documentPath}</a>.</noscript>
<script src="${referencePath}/swagger-ui-bundle.js"></script>
<script src="${startScriptPath}"></script>
</html>
`.html;

/** Starts Swagger UI with tokens filled in, by the names of their security schemes. */
const startScript = (tokens: Readonly<Record<string, string>>): string => `const options = ${JSON.stringify({
  url: documentPath,
  dom_id: '#contract',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 4,
  validatorUrl: null,
})};
const tokens = ${JSON.stringify(tokens)};
const onComplete = () => {
  for (const [scheme, token] of Object.entries(tokens)) ui.preauthorizeApiKey(scheme, token);
};
const ui = SwaggerUIBundle({ ...options, onComplete });
`;

/** Only resources of the stub itself: the page works without a network. */
const policy = [
  'content-security-policy',
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
] as const;

/** Serves the contract as a page, with Swagger UI; undefined for any other path. The tokens are those it tries. */
export async function serveReference(
  path: string,
  tokens: Readonly<Record<string, string>>,
): Promise<Reply | undefined> {
  if (path === referencePath) return replyWith(200, 'text/html; charset=utf-8', page, [policy]);
  if (path === startScriptPath) return replyWith(200, 'text/javascript; charset=utf-8', startScript(tokens));
  const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
  if (!asset) return undefined;
  const file = locateRenderer(asset.file);
  if (!file) return problem(404, `Swagger UI is not installed; the contract is at ${documentPath}`);
  return replyWith(200, `${asset.type}; charset=utf-8`, await readFile(file), [
    ['cache-control', 'max-age=3600'],
  ]);
}

/** A file of Swagger UI: next to the built code, or in its npm package; undefined if it is missing. */
function locateRenderer(file: string): URL | undefined {
  const shipped = new URL(`../../../renderer/${file}`, import.meta.url);
  if (existsSync(shipped)) return shipped;
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`));
  } catch {
    return undefined;
  }
}
