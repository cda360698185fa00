// Holds a fetch handler against the contract in Node's own test runner, without a port: one test a rule.
// Run it with `node --test fetch-handler.ts`.
import { test } from 'node:test';
import { fromFetch } from 'assay';
import { rules } from 'assay/register';
import { startStub } from 'assay/testing';

// Your app goes here: any function from a Request to a Response, such as `app.fetch` of Hono. The stub is in.
const app = await startStub({ listen: false });

const tests = await rules(
  {
    token: 'any-token-will-do',
    known: app.known,
    collections: [
      {
        at: {
          hierarchyID: 'e214368a-b4c3-4797-bbe9-01fb056371c1',
          nodeID: '606699e3-d3d0-4977-9433-444b2d312311',
        },
      },
    ],
  },
  { transport: fromFetch((request) => app.fetch(request)) },
);
for (const { name, fn } of tests) test(name, fn);
