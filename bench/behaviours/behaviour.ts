import type { OperatorFile } from './server/operator-file.ts';
import type { Ways } from './server/ways.ts';

/** Something that a real server does and the specification permits. */
export type Behaviour = {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly does: string;
  /** Why it may: the section of the interface specification, or the reading of it. */
  readonly permitted: string;
  /** The behaviour is tried once with each of these; what they count is said in `does`. */
  readonly numbers?: readonly number[];
  /** What the server does otherwise than the default one. */
  readonly ways?: (number: number) => Ways;
  /** What its operator writes otherwise in the target file. */
  readonly file?: (usual: OperatorFile, number: number) => OperatorFile;
  /** What its operator adds to the command line. */
  readonly options?: readonly string[];
  /** How many checks the same server meets, one after another; usually one. */
  readonly times?: number;
  /** Where no verdict is to be had. */
  readonly undetermined?: Exception;
  /** Where assay is known to report it: a fault of assay that is still there. */
  readonly falsePositive?: Exception;
};

/** From which run on another verdict than `conforms` is no surprise, and why. */
export type Exception = { readonly because: string; readonly fromRun?: number };
