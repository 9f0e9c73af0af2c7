/** Problems and the complete table of error codes. */
export { basicErrorMessage } from './basicErrors.ts';
export { ERRORS, type ErrorCode, formatError } from './errors.ts';
export type { Path, Problem, Result } from './problem.ts';
export { formatPath, hasErrors, info, problem, underPath, warning } from './problems.ts';
