/**
 * The one error that assay throws on purpose: something the user can fix.
 * Its message is a single sentence that says what is wrong, where, and what to do about it. The command line prints
 * the message without a stack trace and exits with 2.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  /** Further lines, printed below the message. */
  readonly lines: readonly string[];

  constructor(message: string, lines: readonly string[] = []) {
    super(message);
    this.lines = lines;
  }
}
