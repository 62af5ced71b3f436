/**
 * A report's curl command, made to run: where it has only the beginning of a key, the key comes from a variable, in double
 * quotes so that the shell puts it in.
 */
export function runnableCurl(curl: string): string {
  return curl.replace(
    /'([\w-]+: )((?:Bearer |Basic )?)[^'\s]*(?:\*\*\*|…)'/g,
    (_, name: string, scheme: string) => `"${name}${scheme}$DRYDOCK_KEY"`,
  );
}
