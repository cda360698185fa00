const form = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/** All UUIDs in a text, in capitals or not. */
export const uuids = new RegExp(form, 'gi');

const onlyUuid = new RegExp(`^${form}$`, 'i');

/** Whether a text is a UUID, in capitals or not. */
export const isUuid = (text: string): boolean => onlyUuid.test(text);

/** The UUID of version 4 that has the first of some hexadecimal digits. */
export const version4 = (digits: string): string =>
  digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');

const sizes = [8, 4, 4, 4, 12];

/**
 * The UUID that lenient readers take a text for: Java fills groups with zeros, Python and PostgreSQL ignore hyphens and
 * braces.
 */
export function lenientUuid(text: string): string | undefined {
  const groups = text.replace(/^urn:uuid:|[{}]/gi, '').split('-');
  const isFilled = groups.length === sizes.length && groups.every((group) => group !== '');
  const digits = groups.map((group, index) => (isFilled ? group.padStart(sizes[index] ?? 0, '0') : group));
  const [, ...parts] = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(digits.join('')) ?? [];
  const found = parts.join('-').toLowerCase();
  return isUuid(found) ? found : undefined;
}
