/**
 * Reads one Word 97-2003 document sent by the parent and answers its text. A process of its own: a hostile file can
 * cost no more than this process, which the parent ends after its time.
 */
import WordExtractor from 'word-extractor';
import type { DocMessage, DocText } from './messages.ts';

/** Characters; some 300 pages. */
const MAX_TEXT = 500_000;

const tell = (message: DocMessage): void => {
  process.send?.(message);
};

async function textOf(content: Buffer): Promise<DocText> {
  const document = await new WordExtractor().extract(content);
  const body = document.getBody();
  const notes = [document.getHeaders({ includeFooters: true }), document.getTextboxes(), document.getFootnotes()]
    .map((text) => text.trim())
    .filter(Boolean)
    .join('\n');
  return { body: body.slice(0, MAX_TEXT), notes: notes.slice(0, MAX_TEXT / 10), isCut: body.length > MAX_TEXT };
}

process.once('message', (content: Uint8Array) => {
  textOf(Buffer.from(content)).then(
    (text) => tell({ type: 'text', text }),
    () => tell({ type: 'failed' }),
  );
});
process.once('disconnect', () => process.exit(0));
tell({ type: 'ready' });
