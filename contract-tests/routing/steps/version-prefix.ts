/** The text that the tester puts before the path of each operation (section 9); a base address has it or not. */
export const versionPrefix = '/api/v1/developer';
