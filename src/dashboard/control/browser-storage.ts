/** Texts kept by the browser. Without storage, or where it is forbidden, nothing is kept and the page works all the same. */

export function storedText(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}

/** @param text null removes it */
export function storeText(storage: () => Storage, key: string, text: string | null): void {
  try {
    if (text === null) storage().removeItem(key);
    else storage().setItem(key, text);
  } catch {
    // It holds until the page is closed.
  }
}
