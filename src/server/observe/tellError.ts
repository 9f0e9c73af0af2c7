/** What the database says beside its message is values: the row it refused, the key that is there already, the statement of a function. */
const VALUES = ['detail', 'where', 'internalQuery', 'hint'];

/** Of class 22 ("invalid input syntax for type …") the message itself quotes what was sent. */
const withoutValues = (message: string, code: unknown): string =>
  String(code).startsWith('22') ? message.replace(/"[^]*"/, '"…"') : message;

/** A failure as the log tells it: where it came from and its plain marks, without what somebody typed. */
export function tellError(thrown: unknown): { type: string; message: string; stack: string; [mark: string]: unknown } {
  const error = thrown instanceof Error ? thrown : new Error(`thrown: ${typeof thrown}`);
  const own = { ...error } as Record<string, unknown>;
  const message = withoutValues(error.message, own['code']);
  const marks = Object.fromEntries(
    Object.entries(own).filter(
      ([key, value]) => !VALUES.includes(key) && ['string', 'number', 'boolean'].includes(typeof value),
    ),
  );
  return {
    ...marks,
    type: error.constructor.name,
    message,
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...(error.cause instanceof Error ? { cause: tellError(error.cause) } : {}),
    ...(error instanceof AggregateError ? { errors: error.errors.map(tellError) } : {}),
  };
}
