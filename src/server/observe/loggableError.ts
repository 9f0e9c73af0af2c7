/**
 * Properties of database errors that contain user data: the refused row, an existing key, the statement of a function.
 */
const USER_DATA_PROPERTIES = ['detail', 'where', 'internalQuery', 'hint'];

/** Removes the user's input, which messages of SQLSTATE class 22 quote (`invalid input syntax for type date: "…"`). */
const withoutQuotedInput = (message: string, code: unknown): string =>
  String(code).startsWith('22') ? message.replace(/"[^]*"/, '"…"') : message;

/** Returns an error for the log: type, message, stack and simple properties, without user data. */
export function loggableError(thrown: unknown): {
  type: string;
  message: string;
  stack: string;
  [property: string]: unknown;
} {
  const error = thrown instanceof Error ? thrown : new Error(`thrown: ${typeof thrown}`);
  const ownProperties = { ...error } as Record<string, unknown>;
  const message = withoutQuotedInput(error.message, ownProperties['code']);
  const properties = Object.fromEntries(
    Object.entries(ownProperties).filter(
      ([key, value]) => !USER_DATA_PROPERTIES.includes(key) && ['string', 'number', 'boolean'].includes(typeof value),
    ),
  );
  return {
    ...properties,
    type: error.constructor.name,
    message,
    stack: (error.stack ?? '').replace(error.message, () => message),
    ...(error.cause instanceof Error ? { cause: loggableError(error.cause) } : {}),
    ...(error instanceof AggregateError ? { errors: error.errors.map(loggableError) } : {}),
  };
}
