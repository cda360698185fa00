import { compile, JSONPathError } from 'json-p3';
import { Fault } from '../fault.ts';
import { isObject, type Json, type JsonObject, type Path } from '../wire/json.ts';
import { readYaml, type Where } from './yaml-file.ts';

/** One change of an Overlay: of the three, `remove` wins, and `copy` never stands beside `update`. */
export type Action = {
  readonly target: string;
  readonly remove: boolean;
  readonly update?: Json;
  readonly copy?: string;
};

/** An Overlay as it was read. What the two versions lay down differently is told apart by the version. */
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

/** Makes the fault of something amiss in an Overlay, by where in it that stands. */
type Say = (path: Path, sentence: string) => Fault;

/** Reads an OpenAPI Overlay (1.0 or 1.1), YAML or JSON; what is amiss is a {@link Fault} with its line. */
export async function readOverlay(file: string | URL): Promise<Overlay> {
  const { value, where } = await readYaml(file);
  const say: Say = (path, sentence) => new Fault(`${where(path)}: ${sentence}`);
  if (!isObject(value)) throw say([], 'expected an OpenAPI Overlay; begin it with "overlay: 1.0.0".');
  const { overlay, info, actions } = value;
  const version = versions.find((known) => new RegExp(`^${known}\\.\\d+$`).test(String(overlay)));
  if (!version)
    throw say(['overlay'], '"overlay" gives the version of the Overlay Specification; write 1.0.0 or 1.1.0.');
  checkFields(value, ['overlay', 'info', 'extends', 'actions'], [], say);
  checkInfo(info, say);
  checkText(value.extends, ['extends'], say);
  if (!Array.isArray(actions) || actions.length === 0)
    throw say(['actions'], 'an Overlay needs "actions", a list of at least one; add it.');
  const texts = actions.map((action) => JSON.stringify(action));
  const twice = texts.findIndex((text, index) => texts.indexOf(text) < index);
  if (twice >= 0)
    throw say(['actions', twice], 'the very same action stands there before; drop one of the two.');
  return {
    version,
    actions: actions.map((action, index) => readAction(action, ['actions', index], version, say)),
    where,
  };
}

function checkInfo(info: Json | undefined, say: Say): void {
  if (!isObject(info)) throw say(['info'], 'an Overlay needs "info", a map of title and version; add it.');
  checkFields(info, ['title', 'version', 'description'], ['info'], say);
  for (const field of ['title', 'version']) {
    if (info[field] === undefined) throw say(['info'], `"info" needs "${field}"; add it.`);
    checkText(info[field], ['info', field], say);
  }
  checkText(info.description, ['info', 'description'], say);
}

function readAction(action: Json, here: Path, version: Overlay['version'], say: Say): Action {
  if (!isObject(action)) throw say(here, 'an action is a map with "target"; write it as one.');
  const { target, update, copy, remove = false } = action;
  checkFields(action, fieldsOf[version], here, say);
  checkText(action.description, [...here, 'description'], say);
  if (typeof remove !== 'boolean')
    throw say([...here, 'remove'], '"remove" is true or false; write one of them.');
  if (update !== undefined && copy !== undefined)
    throw say([...here, 'copy'], 'an action has either "update" or "copy"; drop one of them.');
  return {
    target: readQuery(target, [...here, 'target'], say),
    remove,
    ...(update === undefined ? {} : { update }),
    ...(copy === undefined ? {} : { copy: readQuery(copy, [...here, 'copy'], say) }),
  };
}

function checkFields(value: JsonObject, fields: readonly string[], path: Path, say: Say): void {
  const stray = Object.keys(value).find((name) => !fields.includes(name) && !name.startsWith('x-'));
  if (stray !== undefined)
    throw say([...path, stray], `"${stray}" is not a field here; known are ${fields.join(', ')}.`);
}

function checkText(value: Json | undefined, path: Path, say: Say): void {
  if (value !== undefined && typeof value !== 'string')
    throw say(path, `"${path.at(-1)}" is a text; quote it if it looks like a number.`);
}

function readQuery(query: Json | undefined, path: Path, say: Say): string {
  const name = path.at(-1);
  if (typeof query !== 'string' || !query.startsWith('$'))
    throw say(path, `"${name}" is a JSONPath and begins with "$"; write one, such as $.components.schemas.`);
  try {
    compile(query);
    return query;
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    const why = error.message.replace(/ \('.*$/s, '');
    throw say(path, `"${name}" is not a JSONPath of RFC 9535 (${why}); correct ${query}.`);
  }
}
