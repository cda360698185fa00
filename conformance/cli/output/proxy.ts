import type { Finding } from '../../report/report.ts';
import { labelled, type Style } from '../../report/terminal/style.ts';
import { plain, plainDeep } from '../../report/text/plain.ts';
import { isLoopback } from '../../target/base-url.ts';

/** What a proxy was started with. */
type StartedProxy = {
  readonly url: string;
  readonly upstream: string;
  readonly findingsPage: boolean;
  readonly renameHost: boolean;
};

/** What to do with a proxy that has started. */
export function proxyText({ url, upstream, findingsPage, renameHost }: StartedProxy): string {
  const isElsewhere = !isLoopback(upstream) && !renameHost;
  return [
    `${url} leads to ${plain(upstream)}; point your clients at it`,
    ...(isElsewhere
      ? [
          'Host is passed on as clients write it; with --rename-host it names the server, as servers may demand',
        ]
      : []),
    ...(findingsPage ? [`the report so far is at ${url}/__assay`] : []),
    'what is broken is shown as it passes; Ctrl-C stops, and reports',
  ].join('\n');
}

/** A rule that was just broken. */
export function findingText(finding: Finding, style: Style): string {
  const { rule, level, title, warning, waived, expected = '', saw = '', reproduce } = plainDeep(finding);
  const { red, yellow, bold, dim } = style.colours;
  const mark = warning || waived ? yellow(`⚠ ${rule}`) : red(`✗ ${bold(rule)}`);
  return [
    `\n${mark}  ${dim(waived ? `${level}, waived` : level)}`,
    `    ${title}`,
    labelled(style, 'expected', expected),
    labelled(style, 'saw', saw),
    ...(reproduce === undefined ? [] : [labelled(style, 'repeat', reproduce)]),
  ].join('\n');
}
