/** The prefix of everything that is Drydock's own and not the service's. */
export const internalPrefix = '/__drydock';
