/** Why a table is not read; the text is for people. */
export class UnreadableBook extends Error {
  override name = 'UnreadableBook';
}
