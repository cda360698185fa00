import { join } from 'node:path';
import { _, Ajv2020 } from 'ajv/dist/2020.js';
import standaloneCode from 'ajv/dist/standalone/index.js';
import type { Plugin } from 'rolldown';
import { formSchema } from '../../conformance/target/read.ts';
import { contractSchema } from '../../conformance/target/target-schema.ts';
import { loadContract } from '../../src/contract/load.ts';
import type { JsonObject } from '../../src/json/json.ts';
import { keyOfValidator, type Manner, validatorOptions } from '../../src/json/validators.ts';
import { nameOf, root } from './checkout.ts';

/** What the modules of built validators are called. */
const standalone = '\0validator-';

/** The schemas that a run over the shipped contract holds values to. */
const contract = await loadContract();
const operations = Object.values(contract.operations);
const requests = operations.flatMap(({ request }) => (request ? [request] : []));
const responses = operations.map(({ response }) => response);
const parameters = operations.flatMap((operation) => operation.parameters.map(({ schema }) => schema));
const schemas: readonly { readonly schema: JsonObject; readonly manner: Manner }[] = [
  ...[...requests, ...responses].map((schema) => ({ schema, manner: 'judged' }) as const),
  ...[...requests, ...parameters].map((schema) => ({ schema, manner: 'served' }) as const),
  { schema: contractSchema, manner: 'written' },
  { schema: formSchema(contract), manner: 'written' },
];
/** Each once, by its key. */
const validators = [
  ...new Map(schemas.map((one) => [keyOfValidator(one.schema, one.manner), one])).entries(),
];

/** The validators of those schemas, compiled here instead of at every start. */
export const withValidators: Plugin = {
  name: 'validators',
  resolveId: (id) => (id.startsWith(standalone) ? id : null),
  load: (id) => {
    if (nameOf(id) === 'src/json/built-validators.ts') {
      const imports = validators.map((_, index) => `import validate${index} from '${standalone}${index}';`);
      const keys = validators.map(([key], index) => `'${key}': validate${index},`);
      const code = `${imports.join('\n')}\nexport const builtValidators = {\n${keys.join('\n')}\n};`;
      return { code, moduleType: 'js' };
    }
    const [, wanted] = (id.startsWith(standalone) && validators[Number(id.slice(standalone.length))]) || [];
    if (!wanted) return null;
    const ajv = new Ajv2020({
      ...validatorOptions(wanted.manner),
      code: { source: true, esm: true, formats: _`formats` },
    });
    const validator = standaloneCode.default(ajv, ajv.compile(wanted.schema));
    return { code: `${importOfFormats}\n${validator}`, moduleType: 'js' };
  },
};

const importOfFormats = `import { formats } from ${JSON.stringify(join(root, 'src/json/formats.ts'))};`;
