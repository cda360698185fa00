import { dirname } from 'node:path';
import { Command } from 'commander';
import { nearest } from '../../../conformance/core/nearest.ts';
import { besideTarget, type Held, housePrefix, withHouseRules } from '../../../conformance/house/load.ts';
import { loadCatalogue } from '../../../conformance/runner/catalogue.ts';
import { readTarget } from '../../../conformance/target/read.ts';
import type { TargetFile } from '../../../conformance/target/target-file.ts';
import { UserError } from '../../errors.ts';
import { type Exit, type Io, print, resolvePath } from '../io/io.ts';
import { collect } from '../options/option-values.ts';
import { loadContractWith, overlayHelp, resolveBeside } from '../options/overlays.ts';
import { choiceList } from '../output/choices.ts';
import { clauseDetails, clauseList } from '../output/clauses.ts';

type Options = { readonly overlay?: readonly string[]; readonly target?: string };

/** `assay clauses`: shows the clauses of the contract. */
export const clausesCommand = (io: Io, exit: Exit): Command =>
  new Command('clauses')
    .description('list the clauses of the contract; with an id, show everything about one')
    .argument('[id]', 'the id of a clause')
    .option('--overlay <file>', overlayHelp, collect)
    .option('--target <file>', 'a target file, for its Overlays and house rules (YAML)')
    .action(async (id: string | undefined, options: Options) => {
      print(io, await clauses(io, id, options));
      exit(0);
    });

async function clauses(io: Io, id: string | undefined, options: Options): Promise<string> {
  const { contract, catalogue } = await held(io, options);
  if (id === undefined) return `${clauseList([...contract.clauses.values()])}\n\n${choiceList()}`;
  const clause = contract.clauses.get(id);
  if (!clause) {
    const near = nearest(id, contract.clauses.keys(), 3);
    const isLeftOut = id.startsWith(housePrefix) && options.target === undefined;
    const where = isLeftOut ? '; house clauses are found with --target' : '';
    throw new UserError(`"${id}" is not the id of a clause; the nearest are ${near.join(', ')}${where}.`);
  }
  return clauseDetails(clause, catalogue);
}

/** The contract and the rules, with the Overlays and the house rules of a target file. */
async function held(io: Io, { overlay = [], target }: Options): Promise<Held> {
  const path = target === undefined ? undefined : resolvePath(io, target);
  const file: TargetFile = path === undefined ? {} : (await readTarget(path, io.env)).file;
  const overlays = [
    ...resolveBeside(path ?? '', file.overlays ?? []),
    ...overlay.map((one) => resolvePath(io, one)),
  ];
  const contract = await loadContractWith(overlays, io);
  return withHouseRules(
    { contract, catalogue: await loadCatalogue(contract) },
    besideTarget(dirname(path ?? ''), file),
  );
}
