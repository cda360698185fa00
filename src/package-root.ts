/**
 * The folder of `src/`, `spec/` and `conformance/`: the checkout, or `dist/` of the package. The build bundles this
 * file into a folder of `dist/`, where `..` leads to the same place.
 */
export const packageRoot = new URL('../', import.meta.url);
