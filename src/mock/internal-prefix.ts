/** The path prefix of everything that belongs to Drydock and not to the service. */
export const internalPrefix = '/__drydock';
