/** Thrown inside the translation; `detail` is the sentence for the author, who gets it as a problem of the expression. */
export class Untranslatable extends Error {
  constructor(readonly detail: string) {
    super(detail);
  }
}
