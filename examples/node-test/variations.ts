import assert from 'node:assert/strict';
import test from 'node:test';
import { variations } from 'assay/testing';

for (const { name, asks, start } of (await variations()).filter(({ part }) => part === 'choice'))
  test(`a key is created: ${name}`, async (context) => {
    context.diagnostic(asks);
    await using stub = await start();
    const response = await fetch(`${stub.baseUrl}/v2/application-keys`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${stub.tokens['application-key']}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ data: { type: 'application_key', name: 'Importer' } }),
    });
    const { data, links } = (await response.json()) as {
      data: { client_id: string; links?: { self: string } };
      links?: { self: string };
    };
    assert.equal(response.status, 201);
    assert.ok(data.client_id);
    assert.match((data.links ?? links)?.self ?? '', /\/v2\/application-keys\//);
  });
