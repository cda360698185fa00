import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkOptions } from '../../../conformance/cli/commands/check.ts';

afterEach(() => vi.unstubAllEnvs());

/** The options of a command line, with variables in the environment. */
function read(variables: Readonly<Record<string, string>>, ...words: string[]) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const command = checkOptions()
    .exitOverride()
    .configureOutput({ outputError: () => {} });
  return command.parse(words, { from: 'user' }).opts();
}

describe('the options of check', () => {
  it('each have a variable of their name, unless a check could pass by it that checks nothing', () => {
    const withoutOne = ['token', 'header', 'stub', 'failed', 'plan'];
    const options = checkOptions().options.filter(
      (option) => !option.negate && !withoutOne.includes(option.name()),
    );
    expect(options.length).toBeGreaterThan(20);
    const named = options.map(({ long }) => `ASSAY_${long?.slice(2).toUpperCase().replaceAll('-', '_')}`);
    expect(options.map(({ envVar }) => envVar)).toEqual(named);
  });

  it('are read from the environment, and from the command line first', () => {
    const variables = { ASSAY_MAX_WRITES: '7', ASSAY_ONLY: 'subscription', ASSAY_STRICT: '1', ASSAY_TARGET: 'a' };
    expect(read(variables)).toMatchObject({ maxWrites: 7, only: ['subscription'], strict: true, target: 'a' });
    const words = ['--max-writes', '8', '--only', 'application-key', '--target', 'b'];
    expect(read(variables, ...words)).toMatchObject({ maxWrites: 8, only: ['application-key'], target: 'b' });
    expect(read(variables, '--no-target')).toMatchObject({ target: false });
  }); // biome-ignore format: one line a command

  it.each(['0', 'false', ''])('take no consent from a variable that is %j', (value) => {
    expect(read({ ASSAY_ALLOW_WRITES: value })).toMatchObject({ allowWrites: false });
    expect(read({ ASSAY_ALLOW_WRITES: value }, '--allow-writes')).toMatchObject({ allowWrites: true });
  });

  it.each([
    ['ASSAY_PLAN', '1', '--plan'],
    ['ASSAY_FAILED', 'true', '--failed'],
    ['ASSAY_STUB', '1', '--stub'],
  ])('reject %s=%s, since what %s does has to be seen in the command', (name, value, flag) => {
    const sentence = `${name} is set, but the environment cannot set ${flag}, since a check could pass by it without checking your server; write ${flag} on the command line, or unset the variable.`;
    expect(() => read({ [name]: value })).toThrow(sentence);
    expect(() => read({ [name]: value }, flag)).toThrow(sentence);
    expect(read({ [name]: '' })).toEqual(read({}));
  });

  it.each(['1', 'true'])('take consent from a variable that is %j', (value) => {
    expect(read({ ASSAY_ALLOW_WRITES: value })).toMatchObject({ allowWrites: true });
  });

  it('are left alone by empty variables', () => {
    expect(read({ ASSAY_TARGET: '', ASSAY_SEED: '', ASSAY_ONLY: '' })).toEqual(read({}));
  });

  it.each([
    ['ASSAY_ALLOW_WRITES', 'no', 'ASSAY_ALLOW_WRITES is neither 1 nor 0; write one of them, or unset it.'],
    [
      'ASSAY_RUNS',
      '0',
      /'--runs <n>' value '0' from env 'ASSAY_RUNS' is invalid\. It must be a whole number/,
    ],
  ])('reject a %s of %j in one sentence', (name, value, sentence) => {
    expect(() => read({ [name]: value })).toThrow(sentence);
  });
});
