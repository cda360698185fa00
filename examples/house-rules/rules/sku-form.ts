import { at, eachPage, rule } from 'assay/rules';

export default rule({
  operation: 'node-products',
  title: 'every sku is two capitals, a hyphen and three digits',
  claims: [
    eachPage(({ page, products }, judge) => {
      for (const product of products) {
        const sku = at(product, 'attributes', 'sku');
        if (typeof sku === 'string')
          judge.claim(/^[A-Z]{2}-\d{3}$/.test(sku), () => ({
            expected: 'a sku like SH-001',
            saw: JSON.stringify(sku),
            shown: [page.exchange],
          }));
      }
    }),
  ],
});
