import { expect, it, vi } from 'vitest';
import { showSteps } from './progress.ts';

const stream = (isTTY: boolean) => {
  const written: string[] = [];
  const write = (text: string): boolean => written.push(text) > 0;
  return { written, stream: { isTTY, columns: 20, write } as unknown as NodeJS.WriteStream };
};

it('shows steps in one line of a terminal, and wipes it', () => {
  const { written, stream: terminal } = stream(true);
  const { onStep, end } = showSteps(terminal, () => expect.unreachable());
  onStep('reading a file of a long name');
  end();
  expect(written.map((text) => text.replaceAll('\u001b', 'ESC'))).toEqual([
    '\rESC[2Kreading a file of a',
    '\rESC[2K',
  ]);
});

it('tells elsewhere only of what takes a while', () => {
  const { written, stream: pipe } = stream(false);
  const told: string[] = [];
  vi.useFakeTimers({ toFake: ['performance'] });
  const { onStep, end } = showSteps(pipe, (step) => told.push(step));
  onStep('soon');
  vi.advanceTimersByTime(1500);
  onStep('late');
  end();
  vi.useRealTimers();
  expect({ told, written }).toEqual({ told: ['late'], written: [] });
});
