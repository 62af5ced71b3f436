import { describePage } from './describe-page.js';
import { readPages } from './pages.js';

for (const page of readPages()) if (page.name === 'README.md') describePage(page);
