/** Everything that belongs to the stub and not to the contract is under this path. */
export const adminPath = '/__assay';

/** Whether the stub is up. */
export const healthPath = `${adminPath}/health`;
/** The contract as OpenAPI. */
export const documentPath = `${adminPath}/openapi.json`;
/** Faults are added and removed here. */
export const faultsPath = `${adminPath}/faults`;
/** The names of all mutants. */
export const mutantsPath = `${adminPath}/mutants`;
/** The journal of requests. */
export const requestsPath = `${adminPath}/requests`;
/** The time is set here. */
export const clockPath = `${adminPath}/clock`;
/** The stub is reset here. */
export const resetPath = `${adminPath}/reset`;
