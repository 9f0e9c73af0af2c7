/**
 * Thrown during translation for an expression that SQL cannot express. `detail`: a sentence for the author, to whom it
 * is reported as a problem of the expression.
 */
export class Untranslatable extends Error {
  constructor(readonly detail: string) {
    super(detail);
  }
}
