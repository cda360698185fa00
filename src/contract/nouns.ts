import { UserError } from '../errors.ts';
import { at, isObject, type Json, type JsonObject, type Path, stepsOf } from '../json/json.ts';
import { nameWords } from '../words.ts';
import { pointerOf } from './references.ts';

/** What a contract calls the records of an operation, for sentences: `pet`, `a pet` and `pets`. */
export type Nouns = { readonly record: string; readonly aRecord: string; readonly records: string };

const nounsFor = (record: string, records = pluralOf(record)): Nouns => ({
  record,
  aRecord: `${/^[aeiou]/i.test(record) ? 'an' : 'a'} ${record}`,
  records,
});

/** For what is about no operation, or about one whose records nobody names. */
export const anyRecord = nounsFor('record');

/**
 * The nouns of an operation: those of `x-record-name`, which is a text, or a list of the singular and the plural; else the
 * last step of the path if it is a plural, as in `/pets/{id}`; else the name of the schema of a record.
 */
export function nounsOf(
  stated: Json | undefined,
  step: string,
  schema: string | undefined,
  where: () => string,
): Nouns {
  if (stated !== undefined) return statedNouns(stated, where);
  const words = nameWords(step);
  const singular = singularOf(words);
  if (singular !== undefined) return nounsFor(singular, words);
  const named = schema === undefined ? '' : nameWords(schema).replace(wrapping, '');
  return named === '' ? anyRecord : nounsFor(singularOf(named) ?? named);
}

function statedNouns(stated: Json, where: () => string): Nouns {
  const [record, records, ...others] = [stated].flat();
  const isNoun = (one: Json | undefined): one is string => typeof one === 'string' && /\S/.test(one);
  if (isNoun(record) && (records === undefined || isNoun(records)) && others.length === 0)
    return nounsFor(record, records);
  throw new UserError(
    `${where()}: "x-record-name" is not a noun; write a word such as pet, or a list of its singular and plural such as [person, people].`,
  );
}

/** Words that names of schemas have beside the noun. */
const wrapping =
  / (?:dto|response|request|read|public|out|output|schema|model|resource|view|representation|input|list|page)$/;

/** The singular of a plural by its form; undefined if a noun does not end like one. */
function singularOf(noun: string): string | undefined {
  if (noun.endsWith('people')) return noun.replace(/people$/, 'person');
  if (/(?:ss|us|is|news|series)$/.test(noun) || !/[a-z]{3,}s$/.test(noun)) return undefined;
  if (noun.endsWith('ies')) return noun.replace(/ies$/, 'y');
  return noun.replace(/(?<=ss|x|z|ch|sh)es$|s$/, '');
}

function pluralOf(noun: string): string {
  if (noun.endsWith('person')) return noun.replace(/person$/, 'people');
  if (/[^aeiou]y$/.test(noun)) return noun.replace(/y$/, 'ies');
  return /(?:s|x|z|ch|sh)$/.test(noun) ? `${noun}es` : `${noun}s`;
}

/** The name of the schema at a place of another one, by the last reference that leads there; `items` of lists included. */
export function schemaNameAt(document: JsonObject, schema: Json, place: Path): string | undefined {
  let [current, name]: [unknown, string | undefined] = [schema, undefined];
  const follow = (): void => {
    for (let times = 0; isObject(current) && typeof current.$ref === 'string' && times < 20; times += 1) {
      name = stepsOf(pointerOf(current.$ref)).map(String).at(-1);
      current = at(document, ...stepsOf(pointerOf(current.$ref)));
    }
  };
  follow();
  for (const step of place) {
    name = undefined;
    current = at(current, 'properties', step);
    follow();
  }
  if (at(current, 'type') !== 'array') return name;
  name = undefined;
  current = at(current, 'items');
  follow();
  return name;
}
