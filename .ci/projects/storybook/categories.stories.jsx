import { Categories } from './categories.jsx';

export default { component: Categories };

export const All = {};
export const Failed = { parameters: { scenario: 'server-error' } };
export const Limited = { parameters: { scenario: 'rate-limited' } };
export const Offline = { parameters: { scenario: 'connection-reset' } };
