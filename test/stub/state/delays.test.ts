import { expect, it } from 'vitest';
import { createDelays } from '../../../src/stub/state.ts';

it('of more than 10,000 delayed responses the oldest is sent at once', async () => {
  const { wait, end } = createDelays();
  const sent: string[] = [];
  const delayed = (name: string): Promise<unknown> => wait(60_000).then(() => sent.push(name));
  const [first, second] = [delayed('first'), delayed('second')];
  for (let count = 2; count <= 10_000; count += 1) wait(60_000);
  await first;
  expect(sent).toEqual(['first']);
  end();
  await second;
});
