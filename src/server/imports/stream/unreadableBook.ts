/** Thrown if a workbook cannot be read; the message is a Chinese text for people. */
export class UnreadableBook extends Error {
  override name = 'UnreadableBook';
}
