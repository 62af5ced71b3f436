import { useEffect, useState } from 'preact/hooks';

/** Pixels of an operation at the top of the screen that don't make it current. */
const sliver = 24;

/**
 * The anchor of the first operation in sight.
 *
 * @param about changes with the operations that are listed
 */
export function useCurrentOperation(about: string): string {
  const [current, setCurrent] = useState('');
  useEffect(() => {
    const operations = [...document.querySelectorAll('.operation')];
    const follow = (): void => {
      const first = operations.find((one) => one.getBoundingClientRect().bottom > sliver);
      setCurrent(first?.id ?? '');
    };
    const observer = new IntersectionObserver(follow, { rootMargin: `-${sliver}px 0px 0px` });
    for (const operation of operations) observer.observe(operation);
    return () => observer.disconnect();
  }, [about]);
  return current;
}
