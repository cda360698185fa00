import { at, eachCreation, rule, withAt } from 'assay/rules';

export default rule({
  operation: 'application-key',
  title: 'the name of a key is shown without spaces around it',
  claims: [
    eachCreation(({ exchange, shown }, judge) => {
      const name = at(shown, 'data', 'name');
      if (typeof name === 'string')
        judge.claim(name === name.trim(), () => ({
          expected: 'a name without spaces around it',
          saw: JSON.stringify(name),
          shown: [exchange],
        }));
    }),
  ],
  gather: async (house) => {
    await house.create((body) => withAt(body, ['data', 'name'], ` ${at(body, 'data', 'name')} `));
  },
});
