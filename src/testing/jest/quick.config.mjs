// `npm test`: every test but the slow ones.
import config from '../../../jest.config.js';
import { slowTests } from './slow-tests.mjs';

export default {
  ...config,
  rootDir: '../../..',
  testPathIgnorePatterns: slowTests.map((file) => `<rootDir>/${file}`),
};
