/** A text as one way of decoding it reads it: its characters, and where in the text each of them stands. */
export interface Reading {
  /** Always of one kind: the search passes each character of every reading, and is several times as slow where kinds mix. */
  readonly codes: Uint16Array;
  /** The decoding that made the reading; undefined if it is the text itself. */
  readonly decoded: Decoded | undefined;
}

/** Maps the characters of a reading to the reading that they were decoded from. */
export interface Decoded {
  readonly source: Reading;
  /** The first character of the source that an index stands for. */
  first(index: number): number;
  /** The last one. */
  last(index: number): number;
}

/** Returns the start in the text of a character of a reading. */
export function startInText({ decoded }: Reading, index: number): number {
  return decoded ? startInText(decoded.source, decoded.first(index)) : index;
}

/** Returns the end in the text of a character of a reading. */
export function endInText({ decoded }: Reading, index: number): number {
  return decoded ? endInText(decoded.source, decoded.last(index)) : index + 1;
}

/** Returns the first character of a reading that begins at a place of the text or behind it. */
export function indexAt(reading: Reading, place: number): number {
  if (!reading.decoded) return place;
  let [low, high] = [0, reading.codes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (startInText(reading, middle) < place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** A part of a reading; that of the text itself is a text of its own. */
export function excerpt({ codes, decoded }: Reading, start: number, end: number): Reading {
  return {
    codes: codes.subarray(start, end),
    decoded: decoded && {
      source: decoded.source,
      first: (index) => decoded.first(start + index),
      last: (index) => decoded.last(start + index),
    },
  };
}

/** The characters of a text, as a reading has them. */
export function codesOf(text: string): Uint16Array {
  const codes = new Uint16Array(text.length);
  for (let at = 0; at < codes.length; at += 1) codes[at] = text.charCodeAt(at);
  return codes;
}
