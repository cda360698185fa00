/**
 * The operations of the interface, by their `x-operation` and in the order of openapi.yaml: what the code has to know of them, and the
 * compiler, before that file was read. A test compares both. What else an operation is, openapi.yaml says alone.
 */
export const operationTable = {
  'application-key': {
    kind: 'create',
    resource: 'application-key',
    path: '/v2/application-keys',
    needsToken: true,
  },
  subscription: {
    kind: 'create',
    resource: 'subscription',
    path: '/subscriptions/subscriptions',
    needsToken: false,
  },
  'node-products': {
    kind: 'list',
    resource: 'product',
    path: '/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products',
    needsToken: false,
  },
} as const;
