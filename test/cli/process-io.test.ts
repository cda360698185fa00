import { expect, it, vi } from 'vitest';
import { outliveOutput } from '../../conformance/cli/io/process-io.ts';

it.each([
  [['EPIPE', 'EIO'], undefined],
  [['ENOSPC', 'EFBIG'], 'ENOSPC'],
  [['EPIPE', 'EFBIG'], 'EFBIG'],
])('of an output that breaks with %j, one cause is named', (codes, named) => {
  const outputs = [process.stdout, process.stderr];
  const before = outputs.map((output) => output.listeners('error'));
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const failed = outliveOutput();
  for (const code of codes) process.stdout.emit('error', Object.assign(new Error(), { code }));
  const why = `the output cannot be written (${named}); make room for it, or write it elsewhere.`;
  expect(failed()).toBe(named && why);
  expect(write.mock.calls).toEqual(named ? [[`${why}\n`]] : []);
  write.mockRestore();
  for (const [index, output] of outputs.entries())
    for (const listener of output.listeners('error'))
      if (!before[index]?.includes(listener)) output.off('error', listener as () => void);
});
