import { InvalidArgumentError } from 'commander';

/** A variable of the environment, and the template of its value. */
export type NamedTemplate = readonly [name: string, template: string];

/** The variable in which a command finds the address of its stub. */
export const stubVariable = 'ASSAY_STUB_URL';

/** A token that the stub accepts, as any other. */
const token = 'any-token-will-do';

/** Parses NAME=TEMPLATE. */
export function readTemplate(text: string, before: readonly NamedTemplate[] = []): readonly NamedTemplate[] {
  const [, name, template] = /^([A-Za-z_]\w*)=(.*)$/s.exec(text) ?? [];
  if (name === undefined || template === undefined)
    throw new InvalidArgumentError("It must be NAME=TEMPLATE, such as 'SHOP_URL={url}/'.");
  return [...before, [name, template]];
}

/** A template with the address of a stub filled in: `{url}`, `{port}` and `{token}`. */
export const filled = (template: string, baseUrl: string): string =>
  template
    .replaceAll('{url}', baseUrl)
    .replaceAll('{port}', new URL(baseUrl).port)
    .replaceAll('{token}', token);
