/** Lines without what differs from run to run: the port, the day, how much was counted, and the time it took. */
const lasting = (text: string): string[] =>
  text
    .replaceAll('npx --no -- assay', 'assay')
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, 'http://127.0.0.1:8080')
    .replaceAll(/\b20\d\d-\d\d-\d\d\b/g, '(day)')
    .replaceAll(/\b\d+ (rules (?:passed|pass|were)|untested)/g, 'N $1')
    .replaceAll(/yaml:\d+/g, 'yaml:N')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && line !== '…');

/** The lines of a page that are not printed, or not after those before them. */
export function missing(shown: string, printed: string): string[] {
  const lines = lasting(printed);
  let from = 0;
  return lasting(shown).filter((line) => {
    const index = lines.indexOf(line, from);
    if (index < 0) return true;
    from = index + 1;
    return false;
  });
}
