import { registerHooks } from 'node:module';
import { exported } from './exported.ts';

// Loaded before a program of this checkout (`--import`): the name of the package leads to its sources, not to the build.
registerHooks({
  resolve: (specifier, context, next) => {
    const source = exported.get(specifier);
    return source ? { url: source.href, shortCircuit: true } : next(specifier, context);
  },
});
