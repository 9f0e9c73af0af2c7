import { Refusal } from '../http/refusal.ts';

/** Largest text of a document in bytes: what a body may carry, less its envelope. */
export const CONTENT_LIMIT = 5 * 1024 * 1024;

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

/**
 * The text to store of a document as given: a text stays as it is (it may be wrong JSON), anything else is written as
 * JSON. Characters PostgreSQL cannot hold are dropped. Refuses with DOC_TOO_LARGE.
 */
export function contentOf(definition: unknown): string {
  const given = typeof definition === 'string' ? definition : JSON.stringify(definition ?? null);
  // through bytes: lone surrogates become U+FFFD
  const bytes = Buffer.from(given.replaceAll('\0', ''));
  const size = bytes.length;
  if (size > CONTENT_LIMIT)
    throw new Refusal('DOC_TOO_LARGE', { size: megabytes(size), limit: megabytes(CONTENT_LIMIT) });
  return bytes.toString();
}

/** A stored text as it was given: the parsed JSON, or the text itself where it does not parse. */
export function givenOf(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch {
    return content;
  }
}
