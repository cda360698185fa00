import { varied } from './flags.js';

export class Problem extends Error {
  constructor(statusCode, message) {
    super(message);
    this.statusCode = statusCode;
  }
}

const titles = { 400: 'Bad Request', 401: 'Unauthorized', 404: 'Not Found', 409: 'Conflict', 422: 'Unprocessable Content' };

export function sendProblem(error, request, reply) {
  const status = error.statusCode ?? 500;
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (varied('gateway-error-pages')) {
    const shown = status === 400 ? 422 : status;
    return reply.code(shown).type('text/html').send(`<html><body><h1>${shown}</h1></body></html>\n`);
  }
  return reply.code(status).send({
    errors: [{
      status: String(status),
      title: titles[status] ?? 'Error',
      detail: status === 500 ? 'The request could not be handled.' : error.message,
    }],
  });
}
