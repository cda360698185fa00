/** Currencies that many shops sell in, without the one that requests have anyway. */
export const currenciesBeside = (own: unknown): string[] =>
  ['USD', 'EUR', 'JPY'].filter((one) => one !== own).slice(0, 2);
