// What schemas state of requests and responses.

import type { Kind } from '../core/kind.ts';
import headers from './rules/headers.ts';
import messages from './rules/messages.ts';
import promises from './rules/promises.ts';
import rejections from './rules/rejections.ts';
import requests from './rules/requests.ts';
import responses from './rules/responses.ts';

export const fields: Kind = {
  of: 'all',
  rules: [headers, messages, promises, rejections, requests, responses],
};
