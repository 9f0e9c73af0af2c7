/**
 * The content of a scanned code. The codes that this product prints hold the address of a record's page: `id` is the
 * record's id. Of any other code `id` is null; `text` is what was scanned, without spaces around it.
 */
export function readCode(scanned: string): { id: string | null; text: string } {
  const text = scanned.trim();
  const hash = /^https?:\/\/[^#]*#\/(.*)$/i.exec(text)?.[1];
  const id = hash === undefined ? null : new URLSearchParams(hash.slice(hash.indexOf('?') + 1)).get('id');
  return { id: id || null, text };
}
