/** A request that is turned down: with which status, and the one sentence that says why. */
export class Rejection extends Error {
  readonly status: number;

  constructor(status: number, fault: string) {
    super(fault);
    this.status = status;
  }
}
