import { STATUS_CODES } from 'node:http';
import { ZodError } from 'zod';
import { variant } from './flags.js';

/** An error that the client is meant to see (RFC 9457). */
export class Problem extends Error {
  constructor(status, code, detail, violations) {
    super(detail);
    Object.assign(this, { status, code, violations });
  }
}

const toProblem = (error) => {
  if (error instanceof Problem) return error;
  if (error instanceof ZodError) {
    const violations = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    return new Problem(variant('jsonapi-errors') ? 400 : 422, 'invalid-request', 'The request is not valid', violations);
  }
  if (error.expose && error.status) return new Problem(error.status, 'malformed-request', error.message); // body-parser, router
  console.error(error);
  return new Problem(500, 'internal-error', 'Something went wrong on our side');
};

// eslint-disable-next-line no-unused-vars -- express recognises error handlers by their four parameters
export const problemHandler = (error, req, res, next) => {
  const { status, code, message, violations } = toProblem(error);
  if (variant('jsonapi-errors')) {
    const errors = (violations ?? [{ message }]).map(({ field, message: detail }) => ({
      status: String(status), title: STATUS_CODES[status], detail, ...(field && { source: { pointer: `/${field.replaceAll('.', '/')}` } }),
    }));
    return res.status(status).json({ errors });
  }
  res.status(status).type('application/problem+json').json({
    type: `urn:shop:problem:${code}`, title: STATUS_CODES[status], status, detail: message, violations,
  });
};
