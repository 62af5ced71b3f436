import { credentials } from './rule-groups.js';
import type { SpecificationSentence } from './specification-sentence.js';

/** Sections 5 and 6: authentication and events. */
export const authentication: readonly SpecificationSentence[] = [
  {
    section: '5',
    sentence:
      'Every request carries the header Authorization with the value Bearer followed by a space and <API_KEY>.',
    rules: [...credentials, 'auth/other-scheme', 'auth/key-elsewhere', 'auth/side-doors', 'orders/needs-key'],
  },
  {
    section: '5',
    sentence: 'The key is obtained by the developer from the developer dashboard at {dashboard_url}.',
    unchecked: 'The dashboard is not part of the interface.',
  },
  {
    section: '5',
    sentence:
      'A missing or invalid key yields HTTP 401, status false, response_code "401", message about an invalid key, and errors containing an authentication failure text.',
    rules: [...credentials, 'auth/before-validation', 'auth/refusal-text'],
  },
  {
    section: '5',
    sentence: 'A key can expire; an expired key is handled as an invalid key (rule 3).',
    rules: ['auth/expired-key'],
  },
  { section: '5', sentence: 'Insufficient permissions yield HTTP 403.', rules: ['auth/limited-key'] },
  {
    section: '5',
    sentence: 'Key lifetime and permission scopes: not shown.',
    unchecked:
      'Which operation a limited key may use is open, so a success is as good as a 403; no other refusal is.',
  },
  {
    section: '6',
    sentence: 'Webhooks, callbacks and other events: not shown.',
    unchecked: 'It states that there is nothing to state.',
  },
];
