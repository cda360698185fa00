import { describe, expect, it } from 'vitest';
import { Fault } from '../fault.ts';
import { failure } from './failure.ts';

describe('failure', () => {
  it('says what a fault says, and no more', () => {
    expect(failure(new Fault('mend it.'))).toEqual({ message: 'mend it.', code: 2 });
  });

  it('takes anything else upon itself', () => {
    expect(failure(new TypeError('x is not a function'))).toEqual({
      message: 'assay itself failed: x is not a function',
      code: 2,
    });
    expect(failure('thrown').message).toBe('assay itself failed: thrown');
  });

  it('lets nothing through that steers a terminal', () => {
    expect(failure(new Fault('to \u001b[2J')).message).toBe('to \\u{1b}[2J');
  });
});
