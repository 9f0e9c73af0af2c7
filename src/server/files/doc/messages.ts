/** Messages from the process that reads a document. */
export type DocMessage = { type: 'ready' } | { type: 'text'; text: DocText } | { type: 'failed' };

/** The text of a Word 97-2003 document, with line ends between paragraphs and tabs between cells. */
export interface DocText {
  body: string;
  /** Footnotes, text boxes, page headers and footers. */
  notes: string;
  /** True if the body was truncated. */
  isCut: boolean;
}
