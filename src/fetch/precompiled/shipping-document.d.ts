import type { CompiledDocument } from '../compiled-document.js';

declare const compiled: CompiledDocument;
export default compiled;
