/**
 * Reads the content of a scanned code. Codes printed by this product contain the address of a record's page: `id` is
 * the record's id. For any other code `id` is null. `text` is the trimmed content.
 */
export function readCode(scanned: string): { id: string | null; text: string } {
  const text = scanned.trim();
  const hash = /^https?:\/\/[^#]*#\/(.*)$/i.exec(text)?.[1];
  const id = hash === undefined ? null : new URLSearchParams(hash.slice(hash.indexOf('?') + 1)).get('id');
  return { id: id || null, text };
}
