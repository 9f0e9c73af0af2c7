/**
 * An error of the server start or of a command-line tool (backup, restore …) whose message tells the operator what to
 * do. It is shown without a stack trace.
 */
export class OperatorError extends Error {}
