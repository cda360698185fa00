/** What an operation may do: create a resource, list resources, read one. */
export const kinds = ['create', 'list', 'read'] as const;
/** What an operation does. */
export type OperationKind = (typeof kinds)[number];

/** An operation, as its method, its path and its schemas in the contract state it. */
export type OperationDescriptor = {
  /** Its `x-operation`; the ids of its clauses and rules begin with it, and its folders are named after it. */
  readonly id: string;
  readonly kind: OperationKind;
  /** The type of what it creates, lists or reads. */
  readonly resource: string;
  readonly method: string;
  /** The template of its path. */
  readonly path: string;
  /** The names in that template, in their order. */
  readonly pathParameters: readonly string[];
  readonly hasBody: boolean;
  /** Whether the contract states that a bearer token is needed; otherwise that is not specified. */
  readonly needsToken: boolean;
  /** `201`, or `2XX` if no code is stated. */
  readonly success: string;
};
