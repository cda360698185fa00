import { join } from 'node:path';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'rolldown';
import { formSchema } from '../../conformance/target/read.ts';
import { contractSchema } from '../../conformance/target/target-schema.ts';
import { documentForms } from '../../src/contract/check-document.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { keyOfValidator, type Manner, validatorOptions } from '../../src/json/validators.ts';
import { nameOf, root } from './checkout.ts';

/** What the modules of built validators are called. */
const standalone = '\0validator-';

const contract = await loadContract();
const operations = Object.values(contract.operations);
const requests = operations.flatMap(({ request }) => (request ? [request] : []));
const responses = operations.map(({ response }) => response);
const parameters = operations.flatMap((operation) => operation.parameters.map(({ schema }) => schema));
type Wanted = { readonly schema: JsonObject; readonly manner: Manner };

const inManner = (manner: Manner, some: readonly JsonObject[]): Wanted[] =>
  some.map((schema) => ({ schema, manner }));

/** By the file that the build replaces. */
const wanted: Readonly<Record<string, readonly Wanted[]>> = {
  'src/json/built-validators.ts': [
    ...inManner('judged', [...requests, ...responses]),
    ...inManner('served', [...requests, ...parameters]),
  ],
  'src/contract/built-document-validators.ts': inManner('document', Object.values(documentForms())),
  'conformance/target/built-target-validators.ts': inManner('written', [
    contractSchema,
    formSchema(contract),
  ]),
};

const keyOf = ({ schema, manner }: Wanted): string => keyOfValidator(schema, manner);

const byKey = new Map(
  Object.values(wanted)
    .flat()
    .map((one) => [keyOf(one), one]),
);

/** The validators of those schemas, compiled here instead of at every start. */
export const withValidators: Plugin = {
  name: 'validators',
  resolveId: (id) => (id.startsWith(standalone) ? id : null),
  load: (id) => {
    const built = wanted[nameOf(id)];
    if (built) {
      const keys = [...new Set(built.map(keyOf))];
      const imports = keys.map((key, index) => `import validate${index} from '${standalone}${key}';`);
      const fields = keys.map((key, index) => `'${key}': validate${index},`);
      const code = `${imports.join('\n')}\nexport const builtValidators = {\n${fields.join('\n')}\n};`;
      return { code, moduleType: 'js' };
    }
    const one = id.startsWith(standalone) && byKey.get(id.slice(standalone.length));
    if (!one) return null;
    const ajv = new Ajv2020({
      ...validatorOptions(one.manner),
      code: { source: true, esm: true, formats: _`formats` },
    });
    const validator = standaloneCode.default(ajv, ajv.compile(one.schema));
    return { code: `${importOfFormats}\n${validator}`, moduleType: 'js' };
  },
};

const importOfFormats = `import { formats } from ${JSON.stringify(join(root, 'src/json/formats.ts'))};`;
