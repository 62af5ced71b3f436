import { visibleText } from './visible-text.js';

/** What an action was refused for; nothing where it was not. */
export function Refused({ errors }: { errors: readonly string[] }) {
  if (errors.length === 0) return null;
  return (
    <ul class="note bad" role="alert">
      {errors.map((error) => (
        <li key={error}>{visibleText(error)}</li>
      ))}
    </ul>
  );
}
