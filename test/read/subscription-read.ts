import { loadEdited } from '../contract/edited-contract.ts';

export const operation = 'subscription-read';

const path = '/subscriptions/subscriptions/{id}';

const openapi = `  ${path}:
    get:
      operationId: getSubscription
      x-operation: ${operation}
      tags: [subscriptions]
      summary: Read a subscription
      description: Returns a subscription as it was created.
      security:
        - bearer: []
      parameters:
        - name: id
          in: path
          description: The id of a subscription.
          required: true
          x-clause: { required: ${operation}/path-id-required }
          schema:
            type: string
            format: uuid
            x-clause: { type: ${operation}/id-form, format: ${operation}/id-form }
      responses:
        2XX:
          description: The subscription.
          content:
            application/json:
              schema: { $ref: '#/components/schemas/SubscriptionResponse' }
        4XX: { $ref: '#/components/responses/Rejected' }

`;

const clauses = Object.entries({
  'as-created': 'A subscription is returned as it was created.',
  authorization: 'Reading a subscription needs a token.',
  'path-id-required': 'The path has the id of a subscription.',
  'id-form': 'An id that is not a UUID is rejected.',
  'unknown-id': 'An unknown id is rejected.',
})
  .map(([name, text]) => `- id: ${operation}/${name}\n  at: 4.2/s2\n  level: must\n  text: ${text}\n\n`)
  .join('');

const [place, first] = ['  /pcm/hierarchies/', '# ---- preamble'];

// A promise about a request is one of the operation that has one, also if both operations return the field.
const returned = `                account_id:
                  type: string
`;

/** The shipped contract with a further operation, which reads a subscription. */
export const contract = await loadEdited({
  openapi: [
    [place, openapi + place],
    [returned, `${returned}                  x-returns: /data/account_id\n`],
  ],
  clauses: [[first, clauses + first]],
});
