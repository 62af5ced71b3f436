import { effect, signal, type Signal } from '@preact/signals';

/**
 * A value that the browser keeps: read when the page is opened, stored whenever it changes. Without storage, or where it is
 * forbidden, it holds until the page is closed.
 *
 * @param read makes the value of a stored text; null where nothing is stored
 * @param write gives the text to store; null removes it
 */
export function storedSignal<T>(
  key: string,
  read: (text: string | null) => T,
  write: (value: T) => string | null = String,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): Signal<T> {
  const value = signal(read(ifAllowed(() => globalThis[storage].getItem(key)) ?? null));
  const first = value.peek();
  let isChanged = false;
  effect(() => {
    isChanged ||= value.value !== first;
    if (!isChanged) return;
    const text = write(value.value);
    ifAllowed(() => {
      if (text === null) globalThis[storage].removeItem(key);
      else globalThis[storage].setItem(key, text);
    });
  });
  return value;
}

function ifAllowed<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
