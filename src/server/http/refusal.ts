import { ERRORS, formatError, type ErrorCode } from '../../kernel/errors.ts';

/**
 * An expected refusal of a request. Thrown anywhere below a route; the error handler turns it into the envelope
 * `{ code, msg, data }` with the status of the closed table.
 */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly data: unknown;
  constructor(code: ErrorCode, params: Readonly<Record<string, unknown>> = {}, data: unknown = null) {
    super(formatError(code, params));
    this.code = code;
    this.data = data;
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
}
