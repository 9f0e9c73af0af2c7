/** TB-010: the iframe address with the user id and the notice type as query parameters. */
export function frameAddress(url: string, userId: string, type: string): string {
  const query = new URLSearchParams({ userId, type }).toString();
  return `${url}${url.includes('?') ? '&' : '?'}${query}`;
}
