import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Contract } from '../../contract/contract.ts';
import type { Reply } from '../../wire/exchange.ts';
import type { Json } from '../../wire/json.ts';
import { problem } from '../control/problem.ts';
import { documentPath, referencePath } from '../control/reserved.ts';
import { replyWith } from '../replies.ts';
import { html } from './html.ts';

/** Files of the renderer, by the path they are served at. */
const assets: Record<string, { readonly file: string; readonly type: string }> = {
  [`${referencePath}/swagger-ui.css`]: { file: 'swagger-ui.css', type: 'text/css' },
  [`${referencePath}/swagger-ui-bundle.js`]: { file: 'swagger-ui-bundle.js', type: 'text/javascript' },
};
const beginning = `${referencePath}/begin.js`;

const page = html`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The contract · assay stub</title>
<link rel="stylesheet" href="${referencePath}/swagger-ui.css">
<div id="contract"></div>
<noscript>The contract stands at <a href="${documentPath}">${documentPath}</a>.</noscript>
<script src="${referencePath}/swagger-ui-bundle.js"></script>
<script src="${beginning}"></script>
</html>
`.html;

const begin = `SwaggerUIBundle(${JSON.stringify({
  url: documentPath,
  dom_id: '#contract',
  deepLinking: true,
  docExpansion: 'list',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 4,
  validatorUrl: null,
})});\n`;

/** Everything comes from here, and nothing from anywhere else: the page works without a network. */
const policy = [
  'content-security-policy',
  "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:",
] as const;

/** Serves the contract for people: Swagger UI, from the files it ships. Undefined where a path is none of its own. */
export async function serveReference(path: string): Promise<Reply | undefined> {
  if (path === referencePath) return replyWith(200, 'text/html; charset=utf-8', page, [policy]);
  if (path === beginning) return replyWith(200, 'text/javascript; charset=utf-8', begin);
  const asset = Object.hasOwn(assets, path) ? assets[path] : undefined;
  if (!asset) return undefined;
  const file = locateRenderer(asset.file);
  if (!file) return problem(404, `the renderer is not installed; the contract stands at ${documentPath}`);
  return replyWith(200, `${asset.type}; charset=utf-8`, await readFile(file), [
    ['cache-control', 'max-age=3600'],
  ]);
}

/** The contract as OpenAPI, with this very server in it. */
export const contractDocument = ({ document }: Contract, baseUrl: string): Json => ({
  ...document,
  servers: [{ url: baseUrl, description: 'This stub.' }],
});

/** Where a file of the renderer lies: beside the built code, or where npm puts it; undefined where it is not at all. */
function locateRenderer(file: string): URL | undefined {
  const shipped = new URL(`../../../renderer/${file}`, import.meta.url);
  if (existsSync(shipped)) return shipped;
  try {
    return pathToFileURL(createRequire(import.meta.url).resolve(`swagger-ui-dist/${file}`));
  } catch {
    return undefined;
  }
}
