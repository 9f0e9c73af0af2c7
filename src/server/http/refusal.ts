import { ERRORS, formatError, type ErrorCode, type Problem } from '../../domain/problem/index.ts';

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

/** The same refusal with what it is about before its words. */
export const about = (what: string, { code, message, data }: Refusal): Refusal =>
  Object.assign(new Refusal(code, {}, data), { message: `${what}：${message}` });

/** The same refusal of one of several: its place before the paths of its problems, and in words. */
export function ofPlace(index: number, refusal: Refusal): Refusal {
  const what = `第 ${index + 1} 条`;
  const { problems, ...more } = (refusal.data ?? {}) as { problems?: readonly Problem[] };
  const placed = problems?.map((one) => ({ ...one, path: [index, ...one.path], message: `${what}：${one.message}` }));
  return about(
    what,
    placed
      ? Object.assign(new Refusal(refusal.code, {}, { ...more, problems: placed }), { message: refusal.message })
      : refusal,
  );
}
