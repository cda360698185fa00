/** Everything that is the stub's own, and none of the contract's, stands under this path. */
export const reserved = '/__assay';

/** Where the stub tells that it is up. */
export const healthPath = `${reserved}/health`;
/** Where the contract stands, as OpenAPI. */
export const documentPath = `${reserved}/openapi.json`;
/** Where the contract stands, for people. */
export const referencePath = `${reserved}/reference`;
/** Where faults are armed and disarmed. */
export const faultsPath = `${reserved}/faults`;
/** Where the names of the mutants are. */
export const mutantsPath = `${reserved}/mutants`;
/** Where the journal of requests is. */
export const requestsPath = `${reserved}/requests`;
/** Where the stub is taken back to its beginning. */
export const resetPath = `${reserved}/reset`;
/** Where browsers look for an icon. */
export const iconPath = '/favicon.ico';
