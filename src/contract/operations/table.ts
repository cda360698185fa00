// Made from spec/openapi.yaml by npm run generate:operations.
import type { OperationDescriptor } from './descriptor.ts';

/** Every operation, as spec/openapi.yaml states it. */
export const operationTable = {
  'application-key': {
    id: 'application-key',
    kind: 'create',
    resource: 'application-key',
    method: 'POST',
    path: '/v2/application-keys',
    pathParameters: [],
    hasBody: true,
    needsToken: true,
    success: '201',
  },
  subscription: {
    id: 'subscription',
    kind: 'create',
    resource: 'subscription',
    method: 'POST',
    path: '/subscriptions/subscriptions',
    pathParameters: [],
    hasBody: true,
    needsToken: false,
    success: '2XX',
  },
  'node-products': {
    id: 'node-products',
    kind: 'list',
    resource: 'product',
    method: 'GET',
    path: '/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products',
    pathParameters: ['hierarchyID', 'nodeID'],
    hasBody: false,
    needsToken: false,
    success: '2XX',
  },
} as const satisfies Record<string, OperationDescriptor>;
