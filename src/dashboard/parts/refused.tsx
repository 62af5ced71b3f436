import { visibleText } from './visible-text.js';

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
