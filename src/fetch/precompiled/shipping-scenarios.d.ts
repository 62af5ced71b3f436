import type { SavedScenario } from '../../scenarios/reading/read-scenario.js';

declare const scenarios: readonly SavedScenario[];
export default scenarios;
