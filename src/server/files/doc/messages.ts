/** What the process that reads a document answers with. */
export type DocMessage = { type: 'ready' } | { type: 'text'; text: DocText } | { type: 'failed' };

/** The text of a Word 97-2003 document, line ends between paragraphs and tabs between cells. */
export interface DocText {
  body: string;
  /** Foot notes, text boxes and headings of pages, one after the other. */
  notes: string;
  /** True when the body was longer than is shown. */
  isCut: boolean;
}
