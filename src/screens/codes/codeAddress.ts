/** Returns the URL that a QR code contains: the page `target` of this product, with the id of a record. */
export const codeAddress = (target: string, id: string): string =>
  `${window.location.origin}${window.location.pathname}#${target}${target.includes('?') ? '&' : '?'}id=${encodeURIComponent(id)}`;
