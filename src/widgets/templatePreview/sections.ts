/** What a section of a template draws: a heading, a text, a table of fields, a sub-table's rows, a line of signatures. */
export const SECTION_KINDS = ['heading', 'paragraph', 'fields', 'table', 'sign'] as const;
export interface Section {
  kind: (typeof SECTION_KINDS)[number];
  text: string;
}

const isKind = (kind: unknown): kind is Section['kind'] => (SECTION_KINDS as readonly unknown[]).includes(kind);

/** Sections as a record's rows (`{ fieldsMap }`) or as plain objects of a message; what is none is left out. */
export function sectionsOf(rows: unknown): Section[] {
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
    const { fieldsMap, ...plain } = (typeof row === 'object' && row !== null ? row : {}) as {
      fieldsMap?: unknown;
      kind?: unknown;
      text?: unknown;
    };
    const { kind, text } = (typeof fieldsMap === 'object' && fieldsMap !== null ? fieldsMap : plain) as {
      kind?: unknown;
      text?: unknown;
    };
    return isKind(kind) ? [{ kind, text: typeof text === 'string' ? text : '' }] : [];
  });
}

/** Pieces of a text: words as they are, and the field keys of its `${key}` places. */
export function piecesOf(text: string): ({ words: string } | { key: string })[] {
  return text
    .split(/(\$\{[^}\s]+\})/)
    .filter(Boolean)
    .map((part) => (/^\$\{[^}\s]+\}$/.test(part) ? { key: part.slice(2, -1) } : { words: part }));
}

/** Keys that a section of fields or of a table names, written one after the other: `a、b, ${c}`. */
export const keysIn = (text: string): string[] =>
  text
    .split(/[\s,，、;；]+/)
    .map((key) => key.replace(/^\$\{|\}$/g, ''))
    .filter(Boolean);
