export { default } from '../.storybook/main.js';
