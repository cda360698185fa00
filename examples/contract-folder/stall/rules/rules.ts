import { changeRecords, eachPageShows, rules } from 'assay/rules';

export default rules('listBooks', ['fields'], {
  'isbn-check-digit': {
    title: 'the last digit of `books[].isbn` is its check digit',
    claims: [
      eachPageShows(({ page, records }, judge) => {
        for (const { isbn } of records) {
          const digits = String(isbn).slice(0, -1);
          // Every second digit counts three times.
          const sum = [...digits].reduce(
            (all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3),
            0,
          );
          const due = `${digits}${(10 - (sum % 10)) % 10}`;
          judge.claim(isbn === due, () => ({ expected: due, saw: String(isbn), shown: [page.exchange] }));
        }
      }),
    ],
    mutants: {
      'the last two digits of an ISBN change places': changeRecords(({ record: { isbn, ...book } }) => ({
        ...book,
        isbn: String(isbn).replace(/(.)(.)$/, '$2$1'),
      })),
    },
  },
});
