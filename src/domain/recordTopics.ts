/**
 * Topics of events of one record: its kept values changed, or its comments changed. Every open page receives these
 * events, so a topic contains a hash in place of the record id. Events about a whole form or document use the same two
 * prefixes, with the hash of a text such as `form:leave` (`formTopic`) in place of the hash of a record id.
 */
export type KeptTopic = `kept:${string}`;
export type CommentTopic = `comment:${string}`;
export type RecordTopic = KeptTopic | CommentTopic;

/**
 * Returns the FNV-1a hash of the id. If two records have the same hash, a page reloads unnecessarily, which does no
 * harm.
 */
function hashOf(recordId: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < recordId.length; index += 1) {
    hash ^= recordId.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash.toString(16).padStart(8, '0');
}

/** Returns the topic of an event: the server changed kept values of a record. */
export const keptTopic = (recordId: string): KeptTopic => `kept:${hashOf(recordId)}`;

/** Returns the topic of an event: comments of a record were added, changed, removed or read. */
export const commentTopic = (recordId: string): CommentTopic => `comment:${hashOf(recordId)}`;

/** Returns the topic of an event: a person opened or closed a document in an editor. */
export const documentTopic = (kind: string, key: string): KeptTopic => keptTopic(`document:${kind}:${key}`);

/** Returns the topic of an event: the comments on a document, or its review, changed. */
export const reviewTopic = (kind: string, key: string): CommentTopic => commentTopic(`document:${kind}:${key}`);

export const isRecordTopic = (text: unknown): text is RecordTopic =>
  typeof text === 'string' && /^(kept|comment):[0-9a-f]{8}$/.test(text);
