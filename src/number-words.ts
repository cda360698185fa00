/** A whole number as people write it: `10,000`. `toLocaleString` takes 8 ms for the first one, to load a language. */
export const numberWords = (number: number): string => String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
