import { definePreview } from '@storybook/react-vite';
import addonMsw from 'msw-storybook-addon';
import { prepareStory, startWorker } from '../mock.js';

export default definePreview({ addons: [addonMsw(startWorker)], beforeEach: prepareStory });
