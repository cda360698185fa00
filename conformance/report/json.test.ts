import { describe, expect, it } from 'vitest';
import { compileReport } from './compile.ts';
import { json } from './json.ts';
import { canaries, sampleOutcome, sampleReport } from './sample.ts';

describe('the JSON report', () => {
  it('holds the whole run', () => {
    expect(json(sampleReport)).toMatchInlineSnapshot(`
      "{
        "assay": "0.1.0",
        "contract": {
          "version": "1.0.0",
          "sha256": "0123456789abcdef"
        },
        "target": "http://shop.example/api",
        "seed": 7,
        "verdict": "violates",
        "why": "1 rule broken: application-key/broken",
        "strict": false,
        "counts": {
          "pass": 1,
          "fail": 1,
          "warning": 1,
          "unexercised": 1,
          "inconclusive": 2,
          "skipped": 1,
          "error": 1
        },
        "results": [
          {
            "rule": "application-key/passed",
            "clause": "stated",
            "level": "must",
            "verdict": "pass",
            "exchanges": []
          },
          {
            "rule": "application-key/broken",
            "clause": "stated",
            "level": "must",
            "verdict": "fail",
            "why": "status 201; saw status 200",
            "reproduce": "curl -X POST 'http://shop.example/api/v2/application-keys?who=[hidden]' -H 'authorization: Bearer '\\"$ASSAY_TOKEN\\" -H 'X-Key: '\\"$ASSAY_HEADER_X_KEY\\" --data-raw '{\\"data\\":{\\"type\\":\\"payments_gateway_a\\",\\"customer_id\\":\\"'\\"$ASSAY_CUSTOMER_ID\\"'\\",\\"card_id\\":\\"'\\"$ASSAY_CARD_ID\\"'\\",\\"name\\":\\"'\\"$ASSAY_NAME\\"'\\",\\"email\\":\\"'\\"$ASSAY_EMAIL\\"'\\"}}'",
            "exchanges": [
              {
                "request": {
                  "method": "POST",
                  "target": "/v2/application-keys?who=[hidden]",
                  "headers": [
                    [
                      "authorization",
                      "Bearer [hidden]"
                    ],
                    [
                      "accept",
                      "application/json"
                    ],
                    [
                      "X-Key",
                      "[hidden]"
                    ]
                  ],
                  "body": "{\\"data\\":{\\"type\\":\\"payments_gateway_a\\",\\"customer_id\\":\\"[hidden]\\",\\"card_id\\":\\"[hidden]\\",\\"name\\":\\"[hidden]\\",\\"email\\":\\"[hidden]\\"}}"
                },
                "reply": {
                  "status": 200,
                  "headers": [
                    [
                      "Set-Cookie",
                      "[hidden]"
                    ]
                  ],
                  "body": "{\\"data\\":{\\"client_secret\\":\\"[hidden]\\"},\\"echo\\":[\\"[hidden]\\",\\"[hidden]\\",\\"[hidden]\\",\\"[hidden]\\",\\"[hidden]\\",\\"[hidden]\\",\\"[hidden]\\",null]}",
                  "ms": 1.3
                }
              }
            ]
          },
          {
            "rule": "node-products/warned",
            "clause": "followed",
            "level": "should",
            "verdict": "fail",
            "exchanges": []
          },
          {
            "rule": "node-products/open",
            "clause": "stated",
            "level": "must",
            "verdict": "inconclusive",
            "why": "a time-out",
            "exchanges": []
          },
          {
            "rule": "node-products/idle",
            "clause": "stated",
            "level": "must",
            "verdict": "unexercised",
            "why": "no bundle",
            "exchanges": []
          },
          {
            "rule": "node-products/unknown",
            "clause": "stated",
            "level": "must",
            "verdict": "inconclusive",
            "why": "no node is known",
            "remedy": "nodes: [{ hierarchy: …, node: … }]",
            "exchanges": []
          },
          {
            "rule": "subscription/denied",
            "clause": "stated",
            "level": "must",
            "verdict": "skipped",
            "why": "no",
            "remedy": "writes: allow",
            "exchanges": []
          },
          {
            "rule": "subscription/ours",
            "clause": "stated",
            "level": "must",
            "verdict": "error",
            "why": "a bug",
            "exchanges": []
          }
        ],
        "observations": [
          {
            "clause": "followed",
            "asks": "what is the name?",
            "value": "it is [hidden]"
          }
        ],
        "created": [
          {
            "operation": "application-key",
            "id": "e0"
          }
        ],
        "requests": 12,
        "durationMs": 1234,
        "nonce": "0a1b2c3d"
      }
      "
    `);
  });

  it.each(Object.entries(canaries))('hides the %s, however it is written', (_, canary) => {
    const text = json(sampleReport) + JSON.stringify(sampleReport);
    for (const form of [canary, JSON.stringify(canary).slice(1, -1), encodeURIComponent(canary)])
      expect(text).not.toContain(form);
  });

  it('cuts long bodies', () => {
    const [broken] = sampleOutcome.results.filter(({ verdict }) => verdict === 'fail');
    const [exchange] = broken?.exchanges ?? [];
    if (!broken || !exchange || 'lost' in exchange.reply) throw new Error('the sample has changed');
    const long = { ...exchange, reply: { ...exchange.reply, body: Buffer.from('x'.repeat(5000)) } };
    const text = json(compileReport({ ...sampleOutcome, results: [{ ...broken, exchanges: [long] }] }));
    expect(text).toContain(`${'x'.repeat(4096)}… (5000 characters)`);
    expect(text).not.toContain('x'.repeat(4097));
  });
});
