import { expect, it } from 'vitest';
import { archiveOf, inspectWritten, listingEntry } from './written-archive.ts';

const broken = listingEntry({ content: { text: '{}' } });
const many = archiveOf(Array.from({ length: 20_000 }, () => broken));

it('an inspection that is interrupted reports what was found so far, and passes nothing', async () => {
  const interrupted = (waived: readonly string[] = []) => {
    const controller = new AbortController();
    return inspectWritten([many, many], {
      signal: controller.signal,
      waivers: waived.map((rule) => ({ rule, reason: 'known', until: '2100-01-01' })),
      onFinding: () => controller.abort(),
    });
  };
  const { headline, recorded, results } = await interrupted();
  const failed = results.filter(({ verdict }) => verdict === 'fail').map(({ rule }) => rule);
  expect(headline.verdict).toBe('violates');
  expect(recorded?.judged).toBeLessThan(20_000);
  expect((await interrupted(failed)).headline).toMatchObject({
    verdict: 'undetermined',
    why: expect.stringContaining('the run was interrupted'),
  });
});

it('one that is interrupted before anything was read says so', async () => {
  const inspection = inspectWritten([many], { signal: AbortSignal.abort() });
  await expect(inspection).rejects.toThrow(
    'the run was interrupted before a request of the interface was read.',
  );
});
