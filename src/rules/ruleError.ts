/** A configuration names something the rules do not know. Never read as "allowed". */
export class RuleError extends Error {
  override name = 'RuleError';
}
