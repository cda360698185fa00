/**
 * The one error assay raises on purpose: something the operator can mend.
 * Its message is a single sentence that says what is wrong, where, and what to do; the command line prints
 * it alone and exits 2.
 */
export class Fault extends Error {
  override readonly name = 'Fault';
}
