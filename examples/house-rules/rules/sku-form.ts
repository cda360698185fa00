import { at, eachPage, rule } from 'assay/rules';

export default rule({
  operation: 'node-products',
  title: 'every sku is made of capitals, digits, dots and hyphens',
  claims: [
    eachPage(({ page, records }, judge) => {
      for (const product of records) {
        const sku = at(product, 'attributes', 'sku');
        if (typeof sku === 'string')
          judge.claim(/^[A-Z0-9.-]+$/.test(sku), () => ({
            expected: 'capitals, digits, dots and hyphens',
            saw: JSON.stringify(sku),
            shown: [page.exchange],
          }));
      }
    }),
  ],
});
