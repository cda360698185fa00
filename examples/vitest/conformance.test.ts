// Holds an app against the contract in Vitest: one test a rule. Run it with `vitest run`, one rule with `-t RULE`.
import { fromFetch } from 'assay';
import { startStub } from 'assay/testing';
import { conformance } from 'assay/vitest';

// Your app goes here: any function from a Request to a Response, such as `app.fetch` of Hono. The stub is in.
const app = await startStub({ listen: false });

conformance(
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
