import type { SavedScenario } from '../../scenarios/reading/fitting-scenarios.js';

declare const scenarios: readonly SavedScenario[];
export default scenarios;
