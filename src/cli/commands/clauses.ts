import { Command } from 'commander';
import { nearest } from '../../../conformance/core/nearest.ts';
import { loadCatalogue } from '../../../conformance/runner/catalogue.ts';
import { UserError } from '../../errors.ts';
import { type Exit, type Io, print, resolvePath } from '../io/io.ts';
import { collect } from '../options/option-values.ts';
import { loadContractWith, overlayHelp } from '../options/overlays.ts';
import { choiceList } from '../output/choices.ts';
import { clauseDetails, clauseList } from '../output/clauses.ts';

type Options = { readonly overlay?: readonly string[] };

/** `assay clauses`: shows the clauses of the contract. */
export const clausesCommand = (io: Io, exit: Exit): Command =>
  new Command('clauses')
    .description('list the clauses of the contract; with an id, show everything about one')
    .argument('[id]', 'the id of a clause')
    .option('--overlay <file>', overlayHelp, collect)
    .action(async (id: string | undefined, options: Options) => {
      print(io, await clauses(io, id, options));
      exit(0);
    });

async function clauses(io: Io, id: string | undefined, { overlay = [] }: Options): Promise<string> {
  const overlays = overlay.map((path) => resolvePath(io, path));
  const contract = await loadContractWith(overlays, io);
  if (id === undefined) return `${clauseList([...contract.clauses.values()])}\n\n${choiceList()}`;
  const clause = contract.clauses.get(id);
  if (!clause) {
    const near = nearest(id, contract.clauses.keys(), 3);
    throw new UserError(`"${id}" is not the id of a clause; the nearest are ${near.join(', ')}.`);
  }
  return clauseDetails(clause, await loadCatalogue(contract));
}
