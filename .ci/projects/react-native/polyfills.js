import 'react-native-url-polyfill/auto';
import structuredClone from '@ungap/structured-clone';
import { TextDecoder } from 'text-encoding';

globalThis.structuredClone ??= structuredClone;
globalThis.TextDecoder ??= TextDecoder;
