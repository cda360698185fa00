import { permittedOption } from '../contract/choices.ts';
import { alternativesOf } from '../contract/combine.ts';
import type { Contract } from '../contract/contract.ts';
import { vendorType } from '../contract/kind-choices.ts';
import type { Operation } from '../contract/operations.ts';
import { plainHeaders } from '../contract/response-headers.ts';
import { allows, fitValue, sampleOf } from '../contract/schema-values.ts';
import { rejectionBody, successType } from '../contract/statuses.ts';
import type { Header } from '../http/exchange.ts';
import { nodeHttp } from '../http/server.ts';
import { isObject, type Json } from '../json/json.ts';
import { propertiesOf, requiredOf, typesOf } from '../json/schema-at.ts';
import type { Choices } from './choices.ts';
import type { StatedResponses } from './responses.ts';
import { valueFor } from './samples.ts';

export function statedResponses(
  { contract, choices }: { readonly contract: Contract; readonly choices: Choices },
  operation: Operation,
): StatedResponses {
  const type = successType(contract, operation);
  const form = permittedOption(contract, operation, 'json-type', choices['json-type']);
  return {
    type: { json: type, charset: `${type}; charset=utf-8`, vendor: vendorType }[form],
    headers: plainHeaders(contract, operation).flatMap(({ name, isRequired, schema }): Header[] =>
      isRequired ? [[name, String(sampleOf(schema, contract.texts))]] : [],
    ),
    rejection: ({ status, problems }) => {
      const stated = rejectionBody(contract, operation, status);
      if (!stated) return undefined;
      const reason = problems.map(({ detail }) => detail).join('; ');
      const told: ErrorWords = { status, title: nodeHttp.STATUS_CODES[status] ?? 'Rejected', reason };
      const body = fitValue(stated.schema, errorFor('error', stated.schema, told), contract.texts);
      return { text: JSON.stringify(body), type: stated.type };
    },
  };
}

type ErrorWords = { readonly status: number; readonly title: string; readonly reason: string };

/** Fields of errors that have the reason, where there are several. */
const reasonFields = ['detail', 'message', 'error', 'description'];

/** The error that a schema describes: with the fields that it requires, and those that say why. */
function errorFor(name: string, schema: unknown, told: ErrorWords): Json {
  const [first] = alternativesOf(schema);
  if (first) return errorFor(name, first, told);
  const fields = Object.entries(propertiesOf(schema));
  if (fields.length > 0) {
    const required = requiredOf(schema);
    const hasReason = fields.some(([field]) => reasonFields.includes(field));
    const hasTitle = fields.some(([field]) => field === 'title');
    const words = {
      ...told,
      title: hasReason ? told.title : told.reason,
      reason: hasTitle ? told.reason : `${told.title}: ${told.reason}`,
    };
    const shown = fields.filter(([field]) =>
      [...required, ...reasonFields, 'title', 'status'].includes(field),
    );
    return Object.fromEntries(shown.map(([field, inner]) => [field, errorFor(field, inner, words)]));
  }
  const types = typesOf(schema);
  if (types.includes('array') && isObject(schema)) return [errorFor(name, schema.items, told)];
  const isAllowed = (value: Json): boolean => isObject(schema) && allows(schema, value);
  const own = { status: told.status, code: told.status, title: told.title, type: 'about:blank' };
  const candidates = reasonFields.includes(name)
    ? [told.reason]
    : Object.hasOwn(own, name)
      ? [own[name as keyof typeof own]]
      : [];
  return candidates.find(isAllowed) ?? valueFor(name, schema, 1);
}
