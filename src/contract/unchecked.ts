/** A part of a contract that assay can read, and no rule checks. */
export type Unchecked = {
  /** What it is, as the subject of "is not checked", such as "the keyword not". */
  readonly what: string;
  /** The file and the line. */
  readonly where: string;
};
