import { service as accounts } from './accounts/service.js';
import { service as catalogue } from './catalogue/service.js';
import { service as desk } from './desk/service.js';
import type { DocumentService } from './document-service.js';
import { service as files } from './files/service.js';
import { service as library } from './library/service.js';
import { service as renders } from './renders/service.js';

export const documentServices: readonly DocumentService[] = [
  library,
  files,
  accounts,
  renders,
  catalogue,
  desk,
];
