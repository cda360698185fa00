import { choicesOf } from '../../../src/contract/choices.ts';
import type { Contract } from '../../../src/contract/contract.ts';
import { anyRecord, type Nouns } from '../../../src/contract/nouns.ts';
import { collectionParameters, ofKind, operationIn } from '../../../src/contract/operations.ts';
import { requestFields } from '../../../src/contract/record.ts';
import { idsFirst, nounOfId } from '../../../src/contract/record-references.ts';
import { creatorOf } from '../../../src/contract/related-operations.ts';
import { allSchemes } from '../../../src/contract/security.ts';
import { at, type Json } from '../../../src/json/json.ts';
import { isFreeText } from '../../../src/json/schema-at.ts';
import { isUuid } from '../../../src/json/uuid.ts';
import { counted } from '../../../src/words.ts';
import { type CollectionName, collectionWords, nameOfCollection } from '../../core/target.ts';
import { printable } from '../../report/escaping.ts';
import { headerVariable } from '../../report/secrets.ts';
import { idInFile, namedCollection } from '../../target/collections.ts';
import type { CollectionReading, CollectionSketch } from '../../target/sketch.ts';
import { withoutReferences } from '../../target/variables.ts';
import type { AskedLine } from './overlay.ts';

/** What is known about a target when its file is first written. */
export type TargetSketch = {
  readonly baseUrl?: string;
  /** Whether the target is on this machine, where writing is allowed unless it is denied. */
  readonly isLoopback: boolean;
  /** Whether there is a token, or the target asked for one. */
  readonly takesToken: boolean;
  /** The names of the headers that were given for it. */
  readonly headers: readonly string[];
  readonly contract: Contract;
  /** The path of its OpenAPI file from the target file, if it is not the shipped one. */
  readonly openapi?: string;
  /** The path of the Overlay with what is proposed, from the target file, and whether it states anything yet. */
  readonly overlay?: { readonly file: string; readonly isInForce: boolean };
  readonly collections: readonly CollectionSketch[];
  readonly day: string;
};

/** A target file with what was seen; whatever else it may contain is there as a suggestion. */
export function targetFileText(schemaLine: string | undefined, sketch: TargetSketch): string {
  const { baseUrl, isLoopback, takesToken, headers, contract, openapi, overlay, collections, day } = sketch;
  const choices = [...choicesOf(contract)]
    .filter(([, { seen }]) => seen === undefined)
    .slice(0, 2)
    .map(([id, { options }]) => `${id}: ${yamlText(options[0])}`);
  return [
    ...when(schemaLine !== undefined, `#${schemaLine}`),
    '# What assay may use on this server and expect of it. Lines after a # are suggestions.',
    `# \${NAME} is replaced by an environment variable: secrets belong there, never in this file.`,
    '',
    ...when(openapi !== undefined, '# The OpenAPI file of the interface.', `contract: ${yamlText(openapi ?? '')}`, ''),
    ...when(overlay !== undefined, '# What the OpenAPI file does not say of its listings.', `${overlay?.isInForce ? '' : '# '}overlays: [${yamlText(overlay?.file ?? '')}]`, ''),
    '# The address of the service; the command line takes precedence.',
    baseUrl === undefined ? '# baseUrl: http://127.0.0.1:8080' : `baseUrl: ${baseUrl}`,
    '',
    '# Sent with every request: a bearer token, an API key, or user:password, as the contract says.',
    `${takesToken ? '' : '# '}token: \${ASSAY_TOKEN}`,
    '',
    '# Values that the server accepts. Without them, its rejection of a request proves nothing.',
    ...when(!isLoopback, '# Created records cannot be deleted: allow requests that create them only where they may stay.'),
    isLoopback ? '# writes: allow   # the default on this machine' : 'writes: deny   # or allow',
    ...knownText(contract, collections),
    '',
    ...collectionsText(contract, collections, day),
    '',
    '# Sent with every request.',
    ...when(headers.length === 0, '# headers: { Name-Of-A-Header: its value }'),
    ...when(headers.length > 0, 'headers:', ...headers.map((name) => `  ${name}: \${${headerVariable(name)}}`)),
    '',
    ...when(overlay === undefined, '# OpenAPI Overlays, which change the contract.', '# overlays: [own.overlay.yaml]', ''),
    ...when(choices.length > 0, '# Options that later checks expect; check --verbose shows those that the server takes now.', `# choices: { ${choices.join(', ')} }`, ''),
    '# Rules that may fail until a given day (UTC).',
    '# waivers:',
    '#   - rule: the id of the rule',
    '#     reason: why it may fail',
    '#     until: 2027-03-31',
    '',
  ].join('\n'); // biome-ignore format: one line a line of the file
}

/** Some lines, if they are to be there. */
const when = (isThere: boolean, ...lines: readonly string[]): readonly string[] => (isThere ? lines : []);

/**
 * The fields of requests whose values a server may know, such as ids: not those that take any text, or the id of a record that
 * a check creates. Ids come first, each with one that a listing showed.
 */
function knownText(contract: Contract, collections: readonly CollectionSketch[]): string[] {
  const shown = new Map(collections.flatMap((one) => ('problem' in one ? [] : [...one.referred])));
  const lines = ofKind(contract, 'create').flatMap((creation) => {
    const fields = idsFirst(requestFields(creation)).flatMap(([name, schema]) => {
      if (creation.references.some(({ field }) => field === name)) return [];
      if (at(schema, 'type') === 'object') return [`${name}: any`];
      const isFixed = at(schema, 'const') !== undefined || at(schema, 'readOnly') === true;
      if (isFixed || (isFreeText(schema) && nounOfId(name) === undefined)) return [];
      return [`${name}: ${yamlText(shown.get(name) ?? '…')}`];
    });
    return fields.length === 0 ? [] : [`#   ${creation.id}: { ${fields.join(', ')} }`];
  });
  return lines.length === 0 ? [] : ['# known:', ...lines];
}

const holdsHint = ({ records }: Nouns): string =>
  `holds: []    # exactly the ${records} that are listed, in any order`;
const orderHint = ({ records }: Nouns): string =>
  `order: []    # the ${records} with a fixed position, in their order`;
const hiddenHint =
  'hidden: []   # must never be listed: ids, or maps of an id and of fields that filters look for';

function noCollections(contract: Contract): string[] {
  const [listing] = ofKind(contract, 'list');
  if (!listing) return [];
  const values = collectionParameters(listing).map(() => '…');
  return [
    '# The collections to list, and what only you can know about them.',
    '# collections:',
    ...nameLines(contract, { operation: listing.id, values }).map((line) => `# ${line}`),
    ...[holdsHint(listing.nouns), orderHint(listing.nouns), hiddenHint].map((line) => `#     ${line}`),
  ];
}

/** The first lines of a collection: what names it. */
export function nameLines(contract: Contract, collection: CollectionName): string[] {
  const { list, at: values } = namedCollection(contract, collection);
  const pairs = Object.entries(values).map(([name, value]) => `${name}: ${yamlText(value)}`);
  const isNamed = pairs.length === 0 || ofKind(contract, 'list').length > 1;
  const lines = [
    ...(isNamed ? [`list: ${yamlText(list)}`] : []),
    ...(pairs.length > 0 ? [`at: { ${pairs.join(', ')} }`] : []),
  ];
  return lines.map((line, index) => `${index === 0 ? '  - ' : '    '}${line}`);
}

/** A value in YAML: a text is quoted if it could be taken for something else. */
const yamlText = (value: Json): string =>
  typeof value === 'string' && (isUuid(value) || (word.test(value) && !keyword.test(value)) || value === '…')
    ? value
    : JSON.stringify(typeof value === 'string' ? withoutReferences(value) : value);

const word = /^[A-Za-z_./][\w./-]*$/;
const keyword = /^(true|false|null|yes|no|on|off|y|n|\.+(inf|nan)?)$/i;

/** The part of a target file about its collections, in lines. */
export function collectionsText(
  contract: Contract,
  collections: readonly CollectionSketch[],
  day: string,
): string[] {
  const title = `# The collections to list, and what they returned on ${day}. Check these lists: later checks expect exactly this.`;
  const shown = collections.flatMap((sketch) => ('problem' in sketch ? [] : [sketch]));
  if (shown.length === 0) return noCollections(contract);
  const lines = shown.flatMap((sketch) => [...nameLines(contract, sketch), ...seenLines(contract, sketch)]);
  return [title, 'collections:', ...lines];
}

/** What a collection returned, in lines. */
export function seenLines(contract: Contract, sketch: CollectionName & CollectionReading): string[] {
  const { operation, total, holds, cut, order, unlisted } = sketch;
  const inFile = (id: string): string => yamlText(idInFile(contract, operation, id));
  const { nouns } = operationIn(contract, operation);
  const why = cut ?? (creatorOf(contract, operation) ? 'checks create records in it' : undefined);
  return [
    `    # ${counted(total, nouns.record, nouns.records)}.`,
    ...(holds && why === undefined
      ? listLines('holds', holds.map(inFile))
      : [`    # What it holds is not written: ${why}.`, `    # ${holdsHint(nouns)}`]),
    ...(order.length > 0
      ? [
          '    # These are marked as having a fixed position, in the order shown.',
          ...listLines('order', order.map(inFile)),
        ]
      : [`    # ${orderHint(nouns)}`]),
    ...(unlisted.length > 0
      ? [
          '    # The server returned these, although the contract has no such records in this list.',
          '    hidden:',
          ...unlisted.map(({ id, shows }) => `      - ${inFile(id)} # ${printable(shows)}`),
        ]
      : [`    # ${hiddenHint}`]),
  ];
}

const listLines = (key: string, ids: readonly string[]): string[] =>
  ids.length === 0 ? [`    ${key}: []`] : [`    ${key}:`, ...ids.map((id) => `      - ${id}`)];

/** The most questions that are printed; the Overlay contains all of them. */
const mostQuestions = 20;

/** What could not be worked out, each with the line of the Overlay for the answer. */
export function questionLines(overlay: string, questions: readonly AskedLine[]): string[] {
  if (questions.length === 0) return [];
  const shown = questions
    .slice(0, mostQuestions)
    .map(({ line, asks }) => `  ${overlay}:${line}  ${printable(asks)}`);
  const left = questions.length - shown.length;
  return [
    `${counted(questions.length, 'question')}, each with the line for its answer`,
    ...shown,
    ...(left > 0 ? [`  and ${left} more: search for "?" in ${overlay}`] : []),
  ];
}

/** What the steps depend on beside the sketch. */
type WrittenTarget = {
  readonly output: string;
  readonly text: string;
  readonly hasToken: boolean;
  readonly command: string;
};

/** Everything that is left to do after a target file was written, in its order, each step with its line of the file. */
export function stepsLeft(
  sketch: TargetSketch,
  { output, text, hasToken, command }: WrittenTarget,
): string[] {
  const { baseUrl, contract, collections, headers, takesToken, isLoopback } = sketch;
  const lines = text.split('\n');
  const place = (begin: RegExp): string => `${output}:${lines.findIndex((line) => begin.test(line)) + 1}`;
  const read = collections.flatMap((one) => ('problem' in one ? [] : [one]));
  const missing = collections.flatMap((one) => ('problem' in one ? [one] : []));
  const unlisted = new Set(read.flatMap((one) => one.unlisted.map(({ id }) => id)));
  const [nouns = anyRecord] = read.flatMap(({ operation, unlisted: some }) =>
    some.length === 0 ? [] : operationIn(contract, operation).nouns,
  );
  const unnamed = ofKind(contract, 'list').flatMap((listing) =>
    collectionParameters(listing).length > 0 && !collections.some(({ operation }) => operation === listing.id)
      ? [listing.id]
      : [],
  );
  const steps: readonly (readonly [isLeft: boolean, step: string])[] = [
    [baseUrl === undefined, `Write the address of the server after baseUrl:, and remove the # before it (${place(/^# baseUrl:/)}).`],
    [takesToken && !hasToken, 'Set ASSAY_TOKEN to a token that the server accepts.'],
    [!takesToken && allSchemes(contract.operations).length > 0, `If the server needs a token: set ASSAY_TOKEN, and remove the # before token: (${place(/^# token:/)}).`],
    ...headers.map((name) => [true, `Set ${headerVariable(name)} to the value of the header ${name}.`] as const),
    ...missing.map((one) => [true, `Correct the collection ${printable(nameOfCollection(one) || one.operation)}, which is not in the file: ${printable(one.problem)}.`] as const),
    ...(read.length === 0 ? [] : unnamed.map((id) => [true, `Add a collection of ${id} under collections: (${place(/^collections:/)}), so that it is tested on records of the server.`] as const)),
    [read.length === 0 && ofKind(contract, 'list').length > 0, `Add a collection under collections: (${place(/^# collections:/)}).`],
    [/^ {4}(holds|order):/m.test(text), `Make sure that holds: and order: are right (${place(/^ {4}(holds|order):/)}), because later checks expect exactly this.`],
    ...read.map((one) => [one.cut !== undefined, `Add holds: to the ${collectionWords(one)}, which was not read to its end: ${one.cut}.`] as const),
    [unlisted.size > 0, `Correct the server: it returned ${counted(unlisted.size, nouns.record, nouns.records)} that must not be listed, now under hidden: (${place(/^ {4}hidden:/)}).`],
    [read.length > 0, 'If a collection also has records that must not be listed, name them under hidden:.'],
    [/^# known:/m.test(text), `Under known: (${place(/^# known:/)}), add values that the server accepts.`],
    [!isLoopback, `Write writes: allow (${place(/^writes:/)}), if the records that POST requests create may stay: they cannot be deleted.`],
    [true, `Run ${command}`],
  ]; // biome-ignore format: one line a step
  return steps.filter(([isLeft]) => isLeft).map(([, step], index) => `  ${index + 1}. ${step}`);
}
