const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/**
 * Maximum number of characters of HTML that are read. The rest is ignored, since a form only needs short explanations.
 */
const MAX_HTML_LENGTH = 20_000;

/**
 * Returns the plain text of HTML: elements are removed, and block elements end a line. The result is never shown as
 * HTML.
 */
export function textOfHtml(html: string): string {
  return (
    html
      .slice(0, MAX_HTML_LENGTH)
      // the ends of block elements, and `<br>`
      .replace(/<\/(?:p|div|h[1-6]|li|tr)>|<br\s*\/?>/gi, '\n')
      .replace(/<[^<>]*>/g, '')
      .replace(/&(nbsp|lt|gt|quot|apos|amp);/g, (_all, name: string) => ENTITIES[name] ?? '')
      .split('\n')
      .map((line) =>
        line
          .split(/\s/)
          .filter((word) => word !== '')
          .join(' '),
      )
      .filter((line) => line !== '')
      .join('\n')
  );
}
