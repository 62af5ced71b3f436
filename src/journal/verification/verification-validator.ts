import { ownSchema } from '../../contract/validation/own-schema.js';
import { verificationSchema } from './verification-schema.js';

export const verificationValidator = ownSchema(verificationSchema);
