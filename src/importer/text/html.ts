const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Longer pieces are cut: a form explains, it does not hold books. */
const MAX = 20_000;

/** The words of a piece of HTML: elements are taken out, blocks end a line. Never shown as HTML. */
export function textOfHtml(html: string): string {
  return html
    .slice(0, MAX)
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
    .join('\n');
}
