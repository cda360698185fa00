import { expect, it, vi } from 'vitest';
import { showSteps } from '../../../src/cli/output/progress.ts';

const recording = (isTerminal: boolean) => {
  const written: string[] = [];
  const write = (text: string): void => void written.push(text);
  return { written, output: { isTerminal, columns: 20, write } };
};

it('shows steps in one line of a terminal, and clears it', () => {
  const { written, output } = recording(true);
  const { onStep, end } = showSteps(output, () => expect.unreachable());
  onStep('reading a file of a long name');
  end();
  expect(written.map((text) => text.replaceAll('\u001b', 'ESC'))).toEqual([
    '\rESC[2Kreading a file of a',
    '\rESC[2K',
  ]);
});

it('elsewhere, reports only steps that take a while', () => {
  const { written, output } = recording(false);
  const reported: string[] = [];
  vi.useFakeTimers({ toFake: ['performance'] });
  const { onStep, end } = showSteps(output, (step) => reported.push(step));
  onStep('soon');
  vi.advanceTimersByTime(1500);
  onStep('late');
  end();
  vi.useRealTimers();
  expect({ reported, written }).toEqual({ reported: ['late'], written: [] });
});
