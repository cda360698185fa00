/** The parameters of a query in the order they stand, names and values decoded. */
export type Query = readonly (readonly [name: string, value: string])[];

/**
 * Reads a raw query as a form does: `+` is a space, brackets may be raw or percent-encoded.
 * Undefined where a percent sign does not begin an encoded UTF-8 character.
 */
export function readQuery(raw: string): Query | undefined {
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
