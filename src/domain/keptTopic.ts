/** The news that values kept by the server moved on a record: short, and without its id, for every open page hears of it. */
export type KeptTopic = `kept:${string}`;

/** FNV-1a over the id: of two records with the same number one page looks once too often. */
export function keptTopic(recordId: string): KeptTopic {
  let hash = 0x811c9dc5;
  for (let at = 0; at < recordId.length; at += 1) {
    hash ^= recordId.charCodeAt(at);
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return `kept:${hash.toString(16).padStart(8, '0')}`;
}

export const isKeptTopic = (text: unknown): text is KeptTopic =>
  typeof text === 'string' && /^kept:[0-9a-f]{8}$/.test(text);
