/** A moment two hours ahead of Greenwich and without a fraction, the way this server writes time. */
export function stamp(moment = new Date()): string {
  const ahead = new Date(moment.getTime() + 2 * 60 * 60 * 1000);
  return ahead.toISOString().replace(/\.\d+Z$/, '+02:00');
}

/** A moment in words, for fields that the document calls no more than strings. */
export const inWords = (moment = new Date()): string => `on ${moment.toUTCString()}`;
