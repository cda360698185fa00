import type { Header, Reply } from '../../wire/exchange.ts';
import { replyWithJson } from '../replies.ts';

/** A refusal of what is not the contract's to refuse. */
export const problem = (status: number, detail: string, headers: readonly Header[] = []): Reply =>
  replyWithJson(status, { errors: [{ status: String(status), detail }] }, headers);
