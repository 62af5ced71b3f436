import { mswLoader } from 'msw-storybook-addon/csf3';
import { prepareStory, startWorker } from '../mock.js';

export default { loaders: [mswLoader(startWorker)], beforeEach: prepareStory };
