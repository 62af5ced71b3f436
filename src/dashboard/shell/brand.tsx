import { hrefOf } from '../routing/route.js';

export function Brand() {
  return (
    <a class="brand" href={hrefOf([])}>
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <g fill="none" stroke="var(--accent-text)" stroke-width="2.4" stroke-linecap="round">
          <path d="M7.500 10v9a3.500 3.500 0 0 0 3.500 3.500h10a3.500 3.500 0 0 0 3.500-3.500v-9M16 8v8" />
          <path d="M11.800 16.200h8.400l-1.700 2.300h-5z" fill="var(--accent-text)" stroke-linejoin="round" />
        </g>
      </svg>
      Drydock
    </a>
  );
}
