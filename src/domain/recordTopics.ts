/** News of one record, short and without its id, for every open page hears of it: kept values moved, or comments changed. */
export type KeptTopic = `kept:${string}`;
export type CommentTopic = `comment:${string}`;
export type RecordTopic = KeptTopic | CommentTopic;

/** FNV-1a over the id: of two records with the same number one page looks once too often. */
function numberOf(recordId: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < recordId.length; at += 1) {
    hash ^= recordId.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}

/** Values kept by the server moved on a record. */
export const keptTopic = (recordId: string): KeptTopic => `kept:${numberOf(recordId)}`;

/** Comments under a record are new, changed, removed or read. */
export const commentTopic = (recordId: string): CommentTopic => `comment:${numberOf(recordId)}`;

/** Topic of changes in who has a document open in an editor. */
export const documentTopic = (kind: string, key: string): KeptTopic => keptTopic(`document:${kind}:${key}`);

/** Topic of changes in the comments on a document, or in its review. */
export const reviewTopic = (kind: string, key: string): CommentTopic => commentTopic(`document:${kind}:${key}`);

export const isRecordTopic = (text: unknown): text is RecordTopic =>
  typeof text === 'string' && /^(kept|comment):[0-9a-f]{8}$/.test(text);
