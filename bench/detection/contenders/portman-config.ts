import { exampleNodes } from '../examples.ts';

const everywhere = '*::/*';
const listing = 'GET::/pcm/hierarchies/{hierarchyID}/nodes/{nodeID}/products';
const contract = ['statusSuccess', 'jsonBody', 'schemaValidation', 'headersPresent'];

const contractTests = contract.map((test) => ({ openApiOperation: everywhere, [test]: { enabled: true } }));

const rejected = [
  {
    openApiOperation: everywhere,
    overwrite: true,
    tests: ["pm.test('is rejected', function () { pm.expect(pm.response.code).to.be.within(400, 499); });"],
  },
];

const all = {
  requiredFields: { enabled: true },
  minimumNumberFields: { enabled: true },
  maximumNumberFields: { enabled: true },
  minLengthFields: { enabled: true },
  maxLengthFields: { enabled: true },
};

const fuzzing = ['POST::/*', 'GET::/*'].map((openApiOperation) => ({
  openApiOperation,
  variations: [
    {
      name: 'Rejected',
      fuzzing: [
        openApiOperation.startsWith('POST')
          ? { requestBody: [all] }
          : { requestQueryParams: [{ ...all, minimumNumberFields: { enabled: false } }] },
      ],
      tests: { contractTests: [{ statusSuccess: { enabled: false } }], extendTests: rejected },
    },
  ],
}));

const query = (key: string, value: string) => ({ key, value, overwrite: true, disable: false });

const pages = {
  openApiOperation: listing,
  variations: exampleNodes.map(({ hierarchy, node }, index) => ({
    name: `Node ${index + 1}`,
    overwrites: [
      {
        overwriteRequestPathVariables: [
          { key: 'hierarchyID', value: hierarchy, overwrite: true },
          { key: 'nodeID', value: node, overwrite: true },
        ],
        overwriteRequestQueryParams: [query('page[limit]', '100'), query('page[offset]', '0')],
      },
    ],
    tests: { contractTests: contract.map((test) => ({ [test]: { enabled: true } })) },
  })),
};

/** What Portman is told to test. */
export const portmanConfig = {
  version: 1.0,
  tests: { contractTests, variationTests: [...fuzzing, pages] },
};
