import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type Conduct, conforming } from './conduct.ts';
import { type FaultName, faults } from './faults.ts';
import { createKey } from './keys.ts';
import { type MannerName, manners } from './manners.ts';
import type { Fields } from './members.ts';
import { listProducts } from './products.ts';
import { Rejection } from './rejection.ts';
import { createSubscription } from './subscriptions.ts';

type Answer = { readonly status: number; readonly body: Fields };

/** Where the three operations are below the address of the machine. */
const prefix = '/wares/v9';

/**
 * The interface once more, by itself: conforming, but contrary wherever the document leaves a choice. It shares nothing
 * with the stub, so that a mistake common to stub and rules has somebody to contradict it.
 */
export class SecondServer {
  readonly #server: Server;
  readonly #conduct: Conduct;
  #baseUrl = '';

  constructor({ manner, fault }: { readonly manner?: MannerName; readonly fault?: FaultName } = {}) {
    this.#conduct = {
      ...conforming,
      ...(manner === undefined ? {} : manners[manner]()),
      ...(fault === undefined ? {} : faults[fault]),
    };
    this.#server = createServer(async (request, response) => {
      const { status, body } = await this.#answer(request);
      response.writeHead(status, { 'content-type': 'application/vnd.api+json', 'x-mood': 'calm' });
      response.end(JSON.stringify(body, null, 1));
    });
  }

  /** Starts on a free port of this machine and tells the base URL. */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    this.#baseUrl = `http://127.0.0.1:${port}${prefix}`;
    return this.#baseUrl;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(request: IncomingMessage): Promise<Answer> {
    try {
      return await this.#route(request);
    } catch (error) {
      if (!(error instanceof Rejection)) return { status: 500, body: { fault: String(error) } };
      return { status: error.status, body: { fault: error.message } };
    }
  }

  /** A slash at the end of a path makes no difference. */
  async #route(request: IncomingMessage): Promise<Answer> {
    const [path = '', ...search] = (request.url ?? '').split('?');
    const [, hierarchy, node] = nodePath.exec(path) ?? [];
    if (request.method === 'GET' && hierarchy !== undefined && node !== undefined) {
      return {
        status: 203,
        body: listProducts(this.#conduct, { hierarchy, node, address: path, search: search.join('?') }),
      };
    }
    if (request.method === 'POST' && keyPath.test(path)) {
      this.#conduct.checkBearer(request.headers.authorization);
      const body = createKey(this.#conduct, await readBody(request), this.#baseUrl);
      return { status: this.#conduct.keyStatus, body };
    }
    if (request.method === 'POST' && subscriptionPath.test(path)) {
      return { status: 202, body: createSubscription(this.#conduct, await readBody(request)) };
    }
    throw new Rejection(410, 'there is nothing here');
  }
}

const keyPath = new RegExp(`^${prefix}/v2/application-keys/?$`);
const subscriptionPath = new RegExp(`^${prefix}/subscriptions/subscriptions/?$`);
const nodePath = new RegExp(`^${prefix}/pcm/hierarchies/([^/]+)/nodes/([^/]+)/products/?$`);

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new Rejection(415, 'that is not JSON');
  }
}
