import type { Contract } from '../contract/contract.ts';
import { Fault } from '../fault.ts';
import type { Call, Lost, Mutant, Reply, Transport } from '../wire/exchange.ts';
import { baseAddress } from './base.ts';
import { type Controlled, controlRoutes } from './control/control.ts';
import { isLocal } from './control/local.ts';
import { problem } from './control/problem.ts';
import { documentPath, healthPath, iconPath, reserved } from './control/reserved.ts';
import type { Description } from './description.ts';
import { homePage } from './page/home.ts';
import { contractDocument, serveReference } from './page/reference.ts';
import { icon } from './page/style.ts';
import { replyWith, replyWithJson } from './replies.ts';

/** What the desk has to show. */
export type DeskSetup = {
  readonly contract: Contract;
  readonly prefix: string;
  readonly describe: (baseUrl: string) => Description;
  /** How the stub is controlled; undefined where it is not. */
  readonly controlled: Controlled | undefined;
};

/** Who stands before the desk: somebody on the same machine, or anybody. */
export type Visitor = 'local' | 'remote';

/** Answers what is asked of the stub itself: `/`, and everything under its reserved path. */
export function openDesk({ contract, prefix, describe, controlled }: DeskSetup, visitor: Visitor): Mutant {
  const routes = controlled ? controlRoutes(controlled) : {};

  async function control(call: Call, path: string, query: string): Promise<Reply> {
    if (!controlled) return problem(404, `nothing is served at ${path}; start the stub with --control`);
    if (visitor === 'remote' || !isLocal(call))
      return problem(403, 'the stub is controlled from its own machine only');
    const route = Object.hasOwn(routes, path) ? routes[path] : undefined;
    if (!route)
      return problem(404, `nothing is served at ${path}; there are ${Object.keys(routes).join(', ')}`);
    const action = Object.hasOwn(route, call.method) ? route[call.method] : undefined;
    const allowed = Object.keys(route).join(', ');
    if (!action) return problem(405, `this path takes ${allowed} only`, [['allow', allowed]]);
    try {
      return await action(call, new URLSearchParams(query));
    } catch (error) {
      if (error instanceof Fault) return problem(400, error.message);
      throw error;
    }
  }

  async function show(call: Call, path: string): Promise<Reply | undefined> {
    const baseUrl = `${baseAddress(call.headers)}${prefix}`;
    if (path === '/') {
      const isControlled = controlled !== undefined && visitor === 'local';
      const policy = [
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'",
      ] as const;
      return replyWith(200, 'text/html; charset=utf-8', homePage(describe(baseUrl), isControlled), [policy]);
    }
    if (path === iconPath) return replyWith(200, 'image/svg+xml', icon);
    if (path === healthPath) return replyWithJson(200, { status: 'ok', contract: contract.version });
    if (path === documentPath) return replyWithJson(200, contractDocument(contract, baseUrl));
    return serveReference(path);
  }

  async function answer(call: Call, next: Transport): Promise<Reply | Lost> {
    const [path = '', query = ''] = call.target.split('?', 2);
    const isRead = call.method === 'GET' || call.method === 'HEAD';
    const shown = isRead ? await show(call, path) : undefined;
    if (shown) return call.method === 'HEAD' ? { ...shown, body: new Uint8Array() } : shown;
    return path.startsWith(reserved) ? control(call, path, query) : next(call);
  }

  return (next) => (call) => (own.test(call.target) ? answer(call, next) : next(call));
}

/** Targets that are the stub's own. */
const own = new RegExp(`^(/|${iconPath.replace('.', '\\.')}|${reserved}(/[^?]*)?)(\\?|$)`);
