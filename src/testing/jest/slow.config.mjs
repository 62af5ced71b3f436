// `npm run test:slow`: the tests that `npm test` leaves out.
import config from '../../../jest.config.js';
import { slowTests } from './slow-tests.mjs';

export default { ...config, rootDir: '../../..', testMatch: slowTests.map((file) => `<rootDir>/${file}`) };
