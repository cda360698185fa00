import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { annotations, tellActions } from '../../conformance/report/github.ts';
import { passingReport, sampleReport } from './sample.ts';
import { hostileReport } from './sample-hostile.ts';

const folder = process.cwd();

describe('under GitHub Actions', () => {
  it('adds the report to the summary of the step, and gives annotations', async () => {
    const file = join(folder, 'summary.md');
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: file };
    const lines = await tellActions(sampleReport, environment);
    await tellActions(sampleReport, environment);
    expect((await readFile(file, 'utf8')).match(/^## /gm)).toHaveLength(2);
    expect(lines).toEqual([
      expect.stringMatching(
        /^::error title=assay%3A violates::http:\/\/shop\.example\/api%0A1 rule broken: /,
      ),
      '::error title=application-key/broken (must · §4.1)::the title of application-key/broken%0A' +
        'expected status 201%0Agot status 200\\u{1b}[2J and [redacted]%0A' +
        'assay check http://shop.example/api --only application-key/broken --seed 7',
      expect.stringMatching(/^::error title=subscription\/ours \(must · §4\.1\)::/),
      expect.stringMatching(/^::warning title=node-products\/warned \(should · §2\.6\)::/),
    ]);
  });

  it('says nothing elsewhere', async () => {
    expect(await tellActions(sampleReport, { GITHUB_STEP_SUMMARY: folder })).toEqual([]);
  });

  it('annotates an open verdict', () => {
    const headline = { verdict: 'undetermined', why: 'no rule passed: 100%', remedy: 'nodes' } as const;
    expect(annotations({ ...sampleReport, results: [], headline })).toEqual([
      '::error title=assay%3A undetermined::http://shop.example/api%0Ano rule passed: 100%25%0Anodes',
    ]);
  });

  it('has no error for a part of the rules that passes', () => {
    expect(annotations(passingReport).map((line) => line.split(' ')[0])).toEqual(['::notice', '::warning']);
  });

  it('lets no target write a command', () => {
    for (const line of annotations(hostileReport)) {
      expect(line).toMatch(/^::(error|warning|notice) title=/);
      expect(line).not.toMatch(/\p{Cc}/u);
    }
  });

  it('says in one sentence when the summary cannot be written', async () => {
    const environment = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: folder };
    await expect(tellActions(sampleReport, environment)).rejects.toThrow('cannot be written (EISDIR)');
  });
});
