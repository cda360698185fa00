import { wireMutants } from '../../test/recorded/judged-again.ts';

const [index = 1, count = 1] = (process.argv[2] ?? '1/1').split('/').map(Number);

/** The faults on the wire that are tried: a part of them, where the command line names one as I/N. */
export const ownMutants = wireMutants.filter((_, place) => place % count === index - 1);
