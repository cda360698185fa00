/** The parameters of a query in their order, with names and values decoded. */
export type QueryPairs = readonly (readonly [name: string, value: string])[];

/**
 * Parses a raw query like a form: `+` is a space, brackets may be raw or percent-encoded.
 * Undefined if a percent sign does not start an encoded UTF-8 character.
 */
export function readQuery(raw: string): QueryPairs | undefined {
  if (raw === '') return [];
  try {
    return raw
      .split('&')
      .filter((pair) => pair !== '')
      .map((pair) => {
        const [name = '', ...value] = pair.split('=');
        return [decode(name), decode(value.join('='))];
      });
  } catch {
    return undefined;
  }
}

const decode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
