import { afterEach, expect, it, vi } from 'vitest';
import { showProgress } from '../../../conformance/cli/output/progress.ts';
import { withoutProgress } from '../assay-in-process.ts';

const recording = (isTerminal: boolean) => {
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  return { written, output: { isTerminal, columns: 20, write } };
};

afterEach(() => void vi.useRealTimers());

/** What a run of twelve seconds writes, whose second step begins after six. */
function writtenBy(isTerminal: boolean, columns: number): string[] {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  const { written, output } = recording(isTerminal);
  const { onProgress, end } = showProgress({ ...output, columns });
  onProgress({ done: 0, of: 2, doing: 'node-products/list' });
  vi.advanceTimersByTime(6000);
  onProgress({ done: 1, of: 2, doing: 'node-products/page-sizes' });
  vi.advanceTimersByTime(6000);
  end();
  vi.advanceTimersByTime(6000);
  return written.map((text) => text.replaceAll('\u001b', 'ESC'));
}

it('shows the steps of a run in one line of a terminal that goes on counting, and clears it', () => {
  const written = writtenBy(true, 32);
  expect(written.filter((text) => !text.startsWith('\rESC[2K') || text.includes('\n'))).toEqual([]);
  expect(written[0]).toBe('\rESC[2K0/2  0.1 s  node-products/list');
  expect(written).toContain('\rESC[2K0/2  5.9 s  node-products/list');
  expect(written.at(-2)).toBe('\rESC[2K1/2  12.0 s  node-products/page');
  expect(written.at(-1)).toBe('\rESC[2K');
});

it('elsewhere, writes a line about a run every few seconds', () => {
  expect(writtenBy(false, 30)).toEqual([
    'progress: 0 of 2 steps after 5 s, now node-products/list\n',
    'progress: 1 of 2 steps after 10 s, now node-products/page-sizes\n',
  ]);
  expect(withoutProgress(`${writtenBy(false, 30).join('')}what else is wrong\n`)).toBe(
    'what else is wrong\n',
  );
});

it('counts steps without a total if their number is not known', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  const { written, output } = recording(false);
  const { onProgress, end } = showProgress(output);
  onProgress({ done: 1, doing: 'node-products/list' });
  vi.advanceTimersByTime(6000);
  end();
  expect(written).toEqual(['progress: 1 steps after 5 s, now node-products/list\n']);
});
