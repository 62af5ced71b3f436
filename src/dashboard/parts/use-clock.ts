import { useEffect, useState } from 'preact/hooks';

/** The current time in milliseconds since 1970, updated every so many milliseconds while it is shown. */
export function useClock(rhythm: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), rhythm);
    return () => clearInterval(timer);
  }, [rhythm]);
  return now;
}
