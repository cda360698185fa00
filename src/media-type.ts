/** A media type without its parameters, in lower case. */
export const bareType = (type: string): string => (type.split(';', 1)[0] ?? '').trim().toLowerCase();

/** Whether a media type is `application/json` or ends in `+json`, without regard to parameters. */
export const isJsonType = (type: string): boolean =>
  /^(application\/json|[^/]+\/[^/]+\+json)$/.test(bareType(type));
