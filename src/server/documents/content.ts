import { Refusal } from '../http/refusal.ts';

/** Maximum size of a document in bytes. Lower than the limit of a request body, which contains further parameters. */
export const MAX_CONTENT_BYTES = 5 * 1024 * 1024;

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/**
 * Returns the text to store for a document. A string stays as it is (it may be invalid JSON), any other value is
 * serialised as JSON. Removes characters that PostgreSQL cannot store. Refuses with DOC_TOO_LARGE.
 */
export function toStoredText(definition: unknown): string {
  const text = typeof definition === 'string' ? definition : JSON.stringify(definition ?? null);
  // converting to bytes turns lone surrogates into U+FFFD
  const bytes = Buffer.from(text.replaceAll('\0', ''));
  const size = bytes.length;
  if (size > MAX_CONTENT_BYTES)
    throw new Refusal('DOC_TOO_LARGE', { size: megabytes(size), limit: megabytes(MAX_CONTENT_BYTES) });
  return bytes.toString();
}

/** Returns the document in a stored text: the parsed JSON, or the text itself if it is not JSON. */
export function parseContent(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
