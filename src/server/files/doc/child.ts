/**
 * Reads one Word 97-2003 document from the parent process and returns its text. Runs in a separate process, so that a
 * malicious file can only affect this process. The parent kills it after a timeout.
 */
import WordExtractor from 'word-extractor';
import type { DocMessage, DocText } from './messages.ts';

/** Text of about 300 pages. */
const MAX_TEXT_CHARS = 500_000;

const send = (message: DocMessage): void => {
  process.send?.(message);
};

async function textOf(content: Buffer): Promise<DocText> {
  const document = await new WordExtractor().extract(content);
  const body = document.getBody();
  const notes = [document.getHeaders({ includeFooters: true }), document.getTextboxes(), document.getFootnotes()]
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n');
  return {
    body: body.slice(0, MAX_TEXT_CHARS),
    notes: notes.slice(0, MAX_TEXT_CHARS / 10),
    isCut: body.length > MAX_TEXT_CHARS,
  };
}

process.once('message', (content: Uint8Array) => {
  textOf(Buffer.from(content)).then(
    (text) => send({ type: 'text', text }),
    () => send({ type: 'failed' }),
  );
});
process.once('disconnect', () => process.exit(0));
send({ type: 'ready' });
