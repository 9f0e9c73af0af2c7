/**
 * An error of a start, a backup or a restore with a message that explains to the operator what to do. It is shown
 * without a stack.
 */
export class OperatorError extends Error {}
