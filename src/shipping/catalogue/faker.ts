/** The generator of values without names of any language. The built package holds it (src/build/bundle.mjs). */
export { faker } from '@faker-js/faker/locale/base';
