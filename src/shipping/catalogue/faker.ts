/** The generator of values without names of any language. In the built package this module holds it (src/build/bundle-packages.mjs). */
export { faker } from '@faker-js/faker/locale/base';
