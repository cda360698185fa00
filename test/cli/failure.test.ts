import { describe, expect, it } from 'vitest';
import { failure } from '../../conformance/cli/main.ts';
import { UserError } from '../../src/errors.ts';

describe('failure', () => {
  it('gives the message of a user error, and nothing else', () => {
    expect(failure(new UserError('fix it.'))).toEqual({ message: 'fix it.', code: 2 });
  });

  it('reports any other error as a failure of assay', () => {
    expect(failure(new TypeError('x is not a function'))).toEqual({
      message: 'internal error of assay: x is not a function',
      code: 2,
    });
    expect(failure('thrown').message).toBe('internal error of assay: thrown');
  });

  it('escapes terminal control characters', () => {
    expect(failure(new UserError('to \u001b[2J')).message).toBe('to \\u{1b}[2J');
  });
});
