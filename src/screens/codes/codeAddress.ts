/** Returns the URL for a QR code: a page of this product with the record's id. */
export const codeAddress = (target: string, id: string): string =>
  `${window.location.origin}${window.location.pathname}#${target}${target.includes('?') ? '&' : '?'}id=${encodeURIComponent(id)}`;
