/** JSON with one run on a line: a difference between two results is then one between lines. */
export function oneALine(parts: Readonly<Record<string, readonly unknown[]>>): string {
  const lines = (part: readonly unknown[]): string =>
    part.map((one) => `    ${JSON.stringify(one)}`).join(',\n');
  const members = Object.entries(parts).map(([name, part]) => `  "${name}": [\n${lines(part)}\n  ]`);
  return `{\n${members.join(',\n')}\n}\n`;
}
