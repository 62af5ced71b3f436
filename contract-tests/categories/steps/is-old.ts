/** Milliseconds for which a category is new: it may have come between two requests of a run. */
const newFor = 3_600_000;

/** Tells whether a category was there before the run, by its own time of creation. */
export function isOld({ created_at }: Readonly<Record<string, unknown>>): boolean {
  return !(Date.parse(String(created_at)) > Date.now() - newFor);
}
