import { ERRORS, formatError, type ErrorCode, type Problem } from '../../domain/problem/index.ts';

/**
 * An expected error of a request. May be thrown anywhere in a route. The error handler returns the envelope `{ code,
 * msg, data }` with the HTTP status of the code in `ERRORS`.
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

/** Returns the result of `work`, or `fallback` if `work` is refused with one of these codes. */
export async function unlessRefused<T, F>(work: Promise<T>, codes: readonly ErrorCode[], fallback: F): Promise<T | F> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) return fallback;
    throw error;
  }
}

/** Returns a copy of a refusal with the name of its subject at the beginning of the message. */
export const prefixRefusal = (subject: string, { code, message, data }: Refusal): Refusal =>
  Object.assign(new Refusal(code, {}, data), { message: `${subject}：${message}` });

/**
 * Returns a copy of a refusal for one item of a list: the item's index is added before the paths of the problems and
 * in the messages.
 */
export function refusalAtIndex(index: number, refusal: Refusal): Refusal {
  const itemText = `第 ${index + 1} 条`;
  const { problems, ...otherData } = (refusal.data ?? {}) as { problems?: readonly Problem[] };
  const problemsAtIndex = problems?.map((problem) => ({
    ...problem,
    path: [index, ...problem.path],
    message: `${itemText}：${problem.message}`,
  }));
  return prefixRefusal(
    itemText,
    problemsAtIndex
      ? Object.assign(new Refusal(refusal.code, {}, { ...otherData, problems: problemsAtIndex }), {
          message: refusal.message,
        })
      : refusal,
  );
}
