/** Creates a random id without `crypto.randomUUID`, which is missing on plain http, as in some offices. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
