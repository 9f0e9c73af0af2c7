/** TB-010: the frame's address carries who looks and what is asked for. Works for pages of this product and of others. */
export function frameAddress(url: string, userId: string, type: string): string {
  const query = new URLSearchParams({ userId, type }).toString();
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
