/** What a choice is between: the first alternative is the usual one, the second its contrary. */
export type Alternatives = readonly [string | number, string | number, ...(string | number)[]];

/**
 * One point on which the stub can go either way.
 * `silence`: the document says nothing, so every alternative is honest.
 * `reading`: the second alternative is the other reading of a `should`.
 */
export type Choice<A extends Alternatives = Alternatives> = {
  readonly kind: 'silence' | 'reading';
  /** The clauses it belongs to; none where no sentence of the document comes near. */
  readonly clauses: readonly string[];
  readonly alternatives: A;
};

/** A point the document is silent about. */
export const silence = <const A extends Alternatives>(
  clauses: readonly string[],
  ...alternatives: A
): Choice<A> => ({ kind: 'silence', clauses, alternatives });

/** A `should`, as we read it and as another honest implementer might. */
export const reading = <const A extends readonly [string, string]>(
  clauses: readonly string[],
  ...alternatives: A
): Choice<A> => ({ kind: 'reading', clauses, alternatives });
