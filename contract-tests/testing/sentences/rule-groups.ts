/** Rules that check several sentences together. */
export const everyTable = ['rates/fields', 'responses/schema'];
export const requestFields = ['requests/missing-field', 'requests/wrong-type', 'requests/later-elements'];
export const credentials = ['auth/missing-key', 'auth/unknown-key', 'auth/altered-key'];
