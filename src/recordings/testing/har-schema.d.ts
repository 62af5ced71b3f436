/** The JSON Schemas of HAR 1.2, by name; the package has no types of its own. */
declare module 'har-schema' {
  const schemas: Readonly<Record<string, object>>;
  export default schemas;
}
