/** Filters that no reading of the grammar parses. */
export const unparsable = [
  'eq(name,Tent',
  'eq name,Tent)',
  'eq(name)',
  'eq',
  '(name,Tent)',
  'eq(,Tent)',
  'eq(name,Tent))',
];

/** Filters by an operator that the document does not have and that means nothing. */
export const unknownOperators = ['assay(name,Tent)', 'equals-nothing(name,Tent)'];

/** Filters that might trip a parser up, whatever it makes of them. */
export const odd = [
  ...unparsable,
  ...unknownOperators,
  '',
  ' ',
  'eq(eq(name,Tent),Tent)',
  ' eq( name , Tent ) ',
  `eq(name,${'a'.repeat(3000)})`,
  `${'('.repeat(500)}`,
  'eq(name,Zelt für zwei ⛺)',
  "eq(name,Tent' OR '1'='1)",
  'eq(name,%)',
  'eq(name,\\)',
  'in(id,)',
  'in(id,not-a-uuid)',
  'in(name,Tent)',
  'eq(id,Tent)',
  'eq(price,1)',
  'eq(name,Tent):eq(slug,tent)',
];
