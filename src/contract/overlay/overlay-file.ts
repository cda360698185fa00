import { compile, JSONPathError } from 'json-p3';
import { UserError } from '../../errors.ts';
import { isObject, type Json, type JsonObject, type Path } from '../../json/json.ts';
import { readYaml, type Where } from '../../yaml/yaml-file.ts';

/** One action of an Overlay. `remove` takes precedence; `copy` and `update` exclude each other. */
export type Action = {
  readonly target: string;
  readonly remove: boolean;
  readonly update?: Json;
  readonly copy?: string;
};

/** A parsed Overlay. The two versions of the specification differ in how actions are applied. */
export type Overlay = {
  readonly version: '1.0' | '1.1';
  readonly actions: readonly Action[];
  readonly where: Where;
};

const versions = ['1.0', '1.1'] as const;

const fieldsOf: Record<Overlay['version'], readonly string[]> = {
  '1.0': ['target', 'description', 'update', 'remove'],
  '1.1': ['target', 'description', 'update', 'copy', 'remove'],
};

/** Creates the error for a path in an Overlay. */
type CreateError = (path: Path, sentence: string) => UserError;

/** Reads an OpenAPI Overlay (1.0 or 1.1), YAML or JSON; throws a {@link UserError} with the line of an error. */
export async function readOverlay(file: string | URL): Promise<Overlay> {
  const { value, where } = await readYaml(file);
  const createError: CreateError = (path, sentence) => new UserError(`${where(path)}: ${sentence}`);
  if (!isObject(value)) throw createError([], 'expected an OpenAPI Overlay; start it with "overlay: 1.0.0".');
  const { overlay, info, actions } = value;
  const version = versions.find((known) => new RegExp(`^${known}\\.\\d+$`).test(String(overlay)));
  if (!version)
    throw createError(
      ['overlay'],
      '"overlay" gives the version of the Overlay Specification; write 1.0.0 or 1.1.0.',
    );
  checkFields(value, ['overlay', 'info', 'extends', 'actions'], [], createError);
  checkInfo(info, createError);
  checkText(value.extends, ['extends'], createError);
  if (!Array.isArray(actions) || actions.length === 0)
    throw createError(['actions'], 'an Overlay needs "actions", a list of at least one; add it.');
  const texts = actions.map((action) => JSON.stringify(action));
  const duplicate = texts.findIndex((text, index) => texts.indexOf(text) < index);
  if (duplicate >= 0)
    throw createError(['actions', duplicate], 'this action repeats an earlier one; remove one of them.');
  return {
    version,
    actions: actions.map((action, index) => readAction(action, ['actions', index], version, createError)),
    where,
  };
}

function checkInfo(info: Json | undefined, createError: CreateError): void {
  if (!isObject(info))
    throw createError(['info'], 'an Overlay needs "info", a map of title and version; add it.');
  checkFields(info, ['title', 'version', 'description'], ['info'], createError);
  for (const field of ['title', 'version']) {
    if (info[field] === undefined) throw createError(['info'], `"info" needs "${field}"; add it.`);
    checkText(info[field], ['info', field], createError);
  }
  checkText(info.description, ['info', 'description'], createError);
}

function readAction(action: Json, here: Path, version: Overlay['version'], createError: CreateError): Action {
  if (!isObject(action)) throw createError(here, 'an action is a map with "target"; write it as one.');
  const { target, update, copy, remove = false } = action;
  checkFields(action, fieldsOf[version], here, createError);
  checkText(action.description, [...here, 'description'], createError);
  if (typeof remove !== 'boolean')
    throw createError([...here, 'remove'], '"remove" is true or false; write one of them.');
  if (update !== undefined && copy !== undefined)
    throw createError([...here, 'copy'], 'an action has either "update" or "copy"; remove one of them.');
  return {
    target: readQuery(target, [...here, 'target'], createError),
    remove,
    ...(update === undefined ? {} : { update }),
    ...(copy === undefined ? {} : { copy: readQuery(copy, [...here, 'copy'], createError) }),
  };
}

function checkFields(
  value: JsonObject,
  fields: readonly string[],
  path: Path,
  createError: CreateError,
): void {
  const unknown = Object.keys(value).find((name) => !fields.includes(name) && !name.startsWith('x-'));
  if (unknown !== undefined)
    throw createError(
      [...path, unknown],
      `"${unknown}" is an unknown field; the known ones here are ${fields.join(', ')}.`,
    );
}

function checkText(value: Json | undefined, path: Path, createError: CreateError): void {
  if (value !== undefined && typeof value !== 'string')
    throw createError(path, `"${path.at(-1)}" must be a string; quote it if it looks like a number.`);
}

function readQuery(query: Json | undefined, path: Path, createError: CreateError): string {
  const name = path.at(-1);
  if (typeof query !== 'string' || !query.startsWith('$'))
    throw createError(
      path,
      `"${name}" must be a JSONPath, which starts with "$"; write one, such as $.components.schemas.`,
    );
  try {
    compile(query);
    return query;
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    const why = error.message.replace(/ \('.*$/s, '');
    throw createError(path, `"${name}" is not a JSONPath of RFC 9535 (${why}); correct ${query}.`);
  }
}
