/** A pattern that plain texts do not contain, and what to write instead. */
export type Word = { readonly pattern: RegExp; readonly instead: string };

/** What no text of ours says: another word is used for the same thing, or it is not plain English. By the word it is about. */
export const words = {
  reply: { pattern: /\brepl(y|ies|ied)\b/i, instead: 'response' },
  answer: { pattern: /\banswer(s|ed)?\b/i, instead: 'response, return' },
  member: { pattern: /\bmembers?\b/i, instead: 'field' },
  reject: { pattern: /\brefus(e|es|ed|al|als|ing)\b(?! connections)|\bturned away\b/i, instead: 'reject' },
  ruleSet: { pattern: /\bcatalogues?\b/i, instead: 'rule set, or catalog' },
  document: { pattern: /\bthe (interface )?document\b/i, instead: 'the specification' },
  walk: { pattern: /\bwalk(s|ed|ing)?\b/i, instead: 'read all pages' },
  'look again': { pattern: /\blook(s|ed|ing)? (at (it|them) )?again\b/i, instead: 'recheck' },
  'which way': { pattern: /\bwhich way\b|\bgo(es)? (the|each|either|another) (\w+ )?way\b/i, instead: 'what a server does' },
  option: { pattern: /\balternatives?\b/i, instead: 'option' },
  usual: { pattern: /\bthe usual\b|\busual (one|way|choice)s?\b|\bcontrary\b/i, instead: 'default' },
  choiceObservation: { pattern: /\bsights?\b|\bglimpses?\b/i, instead: 'observation' },
  vouch: { pattern: /\bvouch/i, instead: 'declared, known-good' },
  orUntested: { pattern: /\bunexercised\b|\boccasions?\b/i, instead: 'untested, with the reason' },
  'seen once': { pattern: /\bseen once\b/i, instead: 'intermittent' },
  transientFailure: { pattern: /\binterference\b/i, instead: 'transient failure' },
  'left behind': { pattern: /\bleft behind\b|\bleav(e|es|ing) records behind\b/i, instead: 'created records' },
  conforming: { pattern: /\bhonest/i, instead: 'conforming' },
  accuse: { pattern: /\baccus(e|es|ed|ing|ations?)\b/i, instead: 'false positive' },
  odd: { pattern: /\bodd\b|\bliberty\b/i, instead: 'non-default, unusual' },
  stranger: { pattern: /\bstrangers?\b/i, instead: 'say which' },
  validBody: { pattern: /\bspecimens?\b|\bgrounds\b/i, instead: 'control' },
  hold: { pattern: /\bclauses? held\b|\bheld against\b|\bhold(s|ing)? \w+( \w+)? against\b/i, instead: 'check against' },
  bring: { pattern: /\bbrings?\b/i, instead: 'return' },
  'but for': { pattern: /\bbut for\b|\bin the place of\b/i, instead: 'except, instead of' },
  'is no': { pattern: /\b(is|are) no (integer|number|object|list|array|string|text|JSON|UUID)s?\b/i, instead: 'is not a' },
  stand: { pattern: /\bstands?\b(?!-)/i, instead: 'is' },
  earned: { pattern: /\b(is|are|was) (earned|moot|spelt)\b/i, instead: 'say what is meant' },
  'come short': { pattern: /\bcomes? (one )?short\b/i, instead: 'omit' },
  stronger: { pattern: /\bmake this stronger\b/i, instead: 'say what to add' },
  'what becomes': { pattern: /\bwhat becomes of\b/i, instead: 'what happens to' },
  'left open': { pattern: /\bleft open\b|\bleaves? (it |the choice )?open\b|\bis silent\b|\bnot specified whether\b/i, instead: 'the specification does not say' },
  'about three': { pattern: /\bsome (\d+|two|three|four|five|ten|thirty)\b/i, instead: 'about' },
  'made up': { pattern: /\bmade[- ]up\b/i, instead: 'invented' },
  BMP: { pattern: /\bBMP\b|\bBasic Multilingual\b/i, instead: 'characters above U+FFFF' },
  'which effect': { pattern: /\bwhich (effect|form|structure|unit)\b/i, instead: 'what effect, what form' },
  'need not': { pattern: /\bneed not\b/i, instead: 'does not have to' },
  'by turns': { pattern: /\bby turns\b/i, instead: 'in turns' },
  'to the letter': { pattern: /\bto the letter\b/i, instead: 'exactly' },
} as const satisfies Record<string, Word>; // biome-ignore format: one line a word

/** The name of a word. */
export type WordName = keyof typeof words;

/** What a text contains of the words, without those that are allowed in it: each with its place and what to write instead. */
export const findIn = (text: string, allowed: readonly WordName[] = []): string[] =>
  Object.entries<Word>(words).flatMap(([name, { pattern, instead }]) => {
    const found = allowed.some((one) => one === name) ? null : pattern.exec(text);
    if (!found) return [];
    const place = text.slice(Math.max(0, found.index - 40), found.index + 60);
    return [`"${found[0]}" (write: ${instead}) in "${place}"`];
  });
