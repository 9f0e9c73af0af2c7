/** Thrown if a workbook cannot be read. The message is a Chinese text for users. */
export class UnreadableBook extends Error {
  override name = 'UnreadableBook';
}
