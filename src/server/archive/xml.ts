const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that are not permitted in XML. */
// oxlint-disable-next-line no-control-regex -- the pattern matches control characters on purpose
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

/**
 * Escapes a text for XML content or an attribute value. Removes characters that are not permitted in XML, and replaces
 * each unpaired surrogate with the replacement character U+FFFD.
 */
export const xmlText = (text: string): string =>
  text
    .replace(/\p{Cs}/gu, '\ufffd')
    .replace(FORBIDDEN, '')
    .replace(/[&<>"]/g, (char) => ENTITIES[char] as string);

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
