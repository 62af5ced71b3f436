/** The part of a map, weak map or cache that keeps values. */
interface Keeper<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of a key, which is made and kept when it is first asked for. */
export function getOrMake<Key, Value>(keeper: Keeper<Key, Value>, key: Key, make: () => Value): Value {
  const known = keeper.get(key);
  if (known !== undefined) return known;
  const made = make();
  keeper.set(key, made);
  return made;
}
