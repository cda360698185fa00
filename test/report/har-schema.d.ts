declare module 'har-schema' {
  /** JSON Schemas of HTTP archives, by the name of what they describe. */
  const schemas: Readonly<Record<string, import('ajv').AnySchemaObject>>;
  export default schemas;
}
