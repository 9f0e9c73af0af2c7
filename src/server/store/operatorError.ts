/** A failure of a start, a backup or a restore whose message tells the operator what to do; it needs no stack. */
export class OperatorError extends Error {}
