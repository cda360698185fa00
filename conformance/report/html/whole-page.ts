import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, type Markup } from './markup.ts';

/** A page that needs nothing else, and lets nothing run but its own script, the name of a file beside this one. */
export function page({ title, body, script }: { title: string; body: Markup; script?: string }): string {
  const style = { markup: read('style.css') };
  const code = script === undefined ? undefined : { markup: read(script) };
  const scripts = code ? `script-src ${hash(code.markup)}; ` : '';
  const policy = `default-src 'none'; style-src ${hash(style.markup)}; ${scripts}base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<a class="skip" href="#main">Skip to the findings</a>
${body}
${code && html`<script>${code}</script>`}
</body>
</html>
`.markup;
}

const read = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
