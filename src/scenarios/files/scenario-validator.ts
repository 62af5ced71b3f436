import { ownSchema } from '../../contract/validation/own-schema.js';
import { scenarioSchema } from '../schema/scenario-schema.js';

export const scenarioValidator = ownSchema(scenarioSchema);
