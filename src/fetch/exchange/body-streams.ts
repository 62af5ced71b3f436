/**
 * Tells whether bodies of this fetch can stream. Those of React Native can't: it takes and gives texts, mistakes bytes for
 * Latin-1, and a response is there once all of it has come.
 */
export function hasBodyStreams(): boolean {
  return 'body' in Response.prototype;
}
