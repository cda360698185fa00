import { expect, it } from 'vitest';
import { stepsLeft, type TargetSketch } from '../../../conformance/cli/output/init.ts';
import { lists, loadPaths, pathParameter } from '../../contract/own-contract.ts';

const schemas = `
components:
  schemas: { Room: { type: object, properties: { id: { type: integer } } } }
`;

const rooms = await loadPaths(`
  /rooms:
    ${lists('listRooms', 'Room')}
${schemas}`);

const floors = await loadPaths(`
  /rooms:
    ${lists('listRooms', 'Room')}
  /floors/{floor}/rooms:
    ${pathParameter('floor')}
    ${lists('listRoomsOfFloor', 'Room')}
${schemas}`);

const known: TargetSketch = {
  contract: floors,
  collections: [],
  headers: [],
  takesToken: true,
  isLoopback: true,
  day: '2026-11-30',
};

const read = { operation: 'listRooms', values: [], total: 1, order: [], unlisted: [], referred: new Map() };
const floor = { ...read, operation: 'listRoomsOfFloor', values: ['1'] };
const hidden = { id: '7', shows: 'isHidden true' };

const written = { output: 'target.yaml', hasToken: true, command: 'assay check', text: '' };

const advice = 'If a collection also has records that must not be listed, name them under hidden:.';

it.each<
  readonly [what: string, sketch: Partial<TargetSketch>, file: Partial<typeof written>, steps: string[]]
>([
  [
    'nothing was read',
    {},
    { text: '# collections:' },
    ['Add a collection under collections: (target.yaml:1).'],
  ],
  ['a collection of each listing was read', { collections: [read, floor] }, {}, [advice]],
  ['all of the one collection was read', { contract: rooms, collections: [read] }, {}, [advice]],
  [
    'a listing below a record was not read',
    { collections: [read] },
    { text: 'a\ncollections:' },
    [
      'Add a collection of listRoomsOfFloor under collections: (target.yaml:2), so that it is tested on records of the server.',
      advice,
    ],
  ],
  [
    'a collection could not be read',
    { collections: [read, { operation: 'listRoomsOfFloor', values: ['2'], problem: 'status 500' }] },
    {},
    ['Correct the collection 2, which is not in the file: status 500.', advice],
  ],
  [
    'a reading was cut off',
    { contract: rooms, collections: [{ ...read, cut: 'it has 9000 rooms' }] },
    {},
    ['Add holds: to the collection listRooms, which was not read to its end: it has 9000 rooms.', advice],
  ],
  [
    'the server lists what it should not',
    { contract: rooms, collections: [{ ...read, unlisted: [hidden] }] },
    { text: '\n    hidden: [7]\n    holds: [1]' },
    [
      'Make sure that holds: and order: are right (target.yaml:3), because later checks expect exactly this.',
      'Correct the server: it returned 1 room that must not be listed, now under hidden: (target.yaml:2).',
      advice,
    ],
  ],
  [
    'there is no token, and a header',
    { contract: rooms, collections: [read], headers: ['X-Tenant'] },
    { hasToken: false },
    [
      'Set ASSAY_TOKEN to a token that the server accepts.',
      'Set ASSAY_HEADER_X_TENANT to the value of the header X-Tenant.',
      advice,
    ],
  ],
  [
    'the server is elsewhere',
    { contract: rooms, collections: [read], isLoopback: false },
    { text: '# known:\nwrites: deny' },
    [
      advice,
      'Under known: (target.yaml:1), add values that the server accepts.',
      'Write writes: allow (target.yaml:2), if the records that POST requests create may stay: they cannot be deleted.',
    ],
  ],
])('says what is left to do where %s', (_, sketch, file, steps) => {
  const all = [...steps, 'Run assay check'];
  const baseUrl = 'http://127.0.0.1:8080';
  expect(stepsLeft({ ...known, ...sketch, baseUrl }, { ...written, ...file })).toEqual(
    all.map((step, index) => `  ${index + 1}. ${step}`),
  );
});

it('asks for an address that is not known', () => {
  const file = { ...written, text: '# baseUrl: http://127.0.0.1:8080' };
  expect(stepsLeft({ ...known, collections: [read, floor] }, file)[0]).toBe(
    '  1. Write the address of the server after baseUrl:, and remove the # before it (target.yaml:1).',
  );
});
