/** Thrown if a configuration uses a name that the rules do not know. Callers must never treat it as permission. */
export class RuleError extends Error {
  override name = 'RuleError';
}
