/** One answered request as a line for a person at a terminal. */
export interface ShownRequest {
  readonly method?: string | undefined;
  readonly path?: string | undefined;
  readonly status?: number | undefined;
  readonly durationMs?: number | undefined;
  readonly sandbox?: string | undefined;
  readonly scenario?: string | undefined;
  readonly fault?: string | null | undefined;
  /** Null while it is pending; undefined where nobody knows. */
  readonly ending?: string | null | undefined;
  readonly answeredBy?: string | null | undefined;
}

const colours = { red: 31, green: 32, yellow: 33, cyan: 36, dim: 2 } as const;

/**
 * Status, method, path, sandbox, scenario and milliseconds.
 *
 * @param request its texts may come from clients and must be printable
 * @param color true where the terminal shows colours
 */
export function requestLine(request: ShownRequest, color: boolean): string {
  const { method = '-', path = '(not HTTP)', status, durationMs, sandbox, scenario, fault } = request;
  const { ending, answeredBy } = request;
  const parts: (readonly [text: string | undefined, colour?: keyof typeof colours])[] = [
    [String(status ?? '---'), colourOf(status)],
    [method.padEnd(6)],
    [path],
    [sandbox, 'cyan'],
    [[scenario, fault].filter(Boolean).join(': '), 'yellow'],
    [answeredBy === 'proxy' || answeredBy === 'refused' ? answeredBy : undefined, 'yellow'],
    [ending === null ? 'pending' : ending === 'complete' ? undefined : ending, 'yellow'],
    [durationMs === undefined ? undefined : `${durationMs.toFixed(1)} ms`, 'dim'],
  ];
  return parts
    .filter(([text]) => text)
    .map(([text = '', colour]) => (color && colour ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text))
    .join('  ');
}

function colourOf(status: number | undefined): keyof typeof colours {
  if (status === undefined || status >= 500) return 'red';
  return status >= 400 ? 'yellow' : 'green';
}
