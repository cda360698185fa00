import { realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { UserError } from '../errors.ts';
import { isObject, type Json, pointerTo } from '../json/json.ts';
import { percentDecoded } from '../percent.ts';
import { readText } from '../yaml/text-file.ts';
import { readYaml, type Where } from '../yaml/yaml-file.ts';
import { filesField, mapParts } from './references.ts';

/** A document as it is written, and where each part of it is. */
type Written = { readonly value: Json; readonly where: Where };

const limits = { files: 9_000, values: 600_000 };

/**
 * Reads an OpenAPI document with the files beside it that it refers to. They become parts of the document, under
 * `x-files`, and references to them lead there, so that each part keeps its line. (A library that puts the target in the
 * place of a reference loses the line, and cannot follow a schema that contains itself.)
 */
export async function readDocumentFiles(file: string): Promise<Written> {
  const root = await readYaml(file);
  const folder = dirname(file);
  /** The other files, by name, with the place of the first reference to each. */
  const wanted = new Map<string, () => string>();
  const rewritten = ({ value, where }: Written, name: string): Json =>
    mapParts(value, (part, path) => {
      const { $ref: reference } = part;
      if (typeof reference !== 'string') return part;
      // Most references stay in their file, and a place takes long to find.
      const place = (): string => where([...path(), '$ref']);
      const target = targetOf(reference, name, place);
      if (target.file === '' && name === '') return part;
      if (target.file !== '' && !wanted.has(target.file)) wanted.set(target.file, place);
      const inFile = target.file === '' ? [] : [filesField, target.file];
      return { ...part, $ref: `#${pointerTo(inFile)}${target.pointer}` };
    });

  const targetOf = (reference: string, from: string, place: () => string) => {
    const complain = (sentence: string): never => {
      throw new UserError(`${place()}: $ref "${reference}" ${sentence}.`);
    };
    const [path = '', ...pointer] = reference.split('#');
    if (/^([a-z][a-z\d+.-]+:)?\/\//i.test(path) || /^[a-z][a-z\d+.-]+:/i.test(path))
      return complain(
        'leads away from the files of the contract, and only those are read; save its target beside them',
      );
    const target = path === '' ? from : join(dirname(from), percentDecoded(path));
    if (target === '..' || target.startsWith(`..${sep}`) || path.startsWith('/'))
      return complain(`leads out of the folder of ${root.name}; move its target into that folder`);
    return { file: target === relative(folder, file) ? '' : target, pointer: pointer.join('#') };
  };

  const others = new Map<string, Written>();
  let { values } = root;
  const checkSize = (place: string): void => {
    const many = [
      values > limits.values ? `${limits.values} values` : [],
      wanted.size > limits.files ? `${limits.files} files` : [],
    ].flat();
    if (many.length > 0)
      throw new UserError(
        `${place}: the contract has more than ${many.join(' and ')}; leave out what is not needed.`,
      );
  };
  checkSize(root.where([]));
  const document = rewritten(root, '');
  for (const [name, place] of wanted) {
    const path = join(folder, name);
    await checkInside(folder, path, `${place()}: $ref to ${name}`);
    const other = await (isProse(name) ? readProse(path) : readYaml(path));
    values += other.values;
    checkSize(place());
    others.set(name, { value: rewritten(other, name), where: other.where });
  }
  if (others.size === 0 || !isObject(document)) return root;
  const files = Object.fromEntries([...others].map(([name, { value }]) => [name, value]));
  return {
    value: { ...document, [filesField]: files },
    where: (path) => {
      const [first, name] = path;
      const other = first === filesField ? others.get(String(name)) : undefined;
      return other ? other.where(path.slice(2)) : root.where(path);
    },
  };
}

/** Whether a file is a text as a whole, such as a description. */
const isProse = (name: string): boolean => /\.(md|markdown|txt|html?)$/i.test(name);

const readProse = async (path: string) => ({ value: await readText(path), values: 1, where: () => path });

/** A link in the folder may lead out of it. */
async function checkInside(folder: string, path: string, what: string): Promise<void> {
  const [inside, real] = await Promise.all([realpath(folder || '.'), realpath(path)]).catch(
    (error: NodeJS.ErrnoException) => {
      throw new UserError(`${what} cannot be read (${error.code ?? error.message}); correct the path.`);
    },
  );
  if (!real.startsWith(inside + sep))
    throw new UserError(`${what} leads out of the folder of the contract; copy its target into that folder.`);
  // A pipe would be waited for without end.
  if (!(await stat(real)).isFile()) throw new UserError(`${what} leads to no file; correct the path.`);
}
