/** The alternatives of a choice: the first is the usual one, the second the contrary. */
export type Alternatives = readonly [string | number, string | number, ...(string | number)[]];

/**
 * One point on which the stub can behave in several ways.
 * `silence`: the document says nothing, so every alternative conforms.
 * `reading`: the second alternative is the other reading of a `should`.
 */
export type Choice<A extends Alternatives = Alternatives> = {
  readonly kind: 'silence' | 'reading';
  /** The clauses it belongs to; empty if no sentence of the document is related. */
  readonly clauses: readonly string[];
  readonly alternatives: A;
};

/** A point on which the document is silent. */
export const silence = <const A extends Alternatives>(
  clauses: readonly string[],
  ...alternatives: A
): Choice<A> => ({ kind: 'silence', clauses, alternatives });

/** A `should` with our reading first, and another that an honest implementer might choose. */
export const reading = <const A extends readonly [string, string]>(
  clauses: readonly string[],
  ...alternatives: A
): Choice<A> => ({ kind: 'reading', clauses, alternatives });
