/** Kinds of template sections: heading, text, list of fields, rows of a sub-table, signature line. */
export const SECTION_KINDS = ['heading', 'paragraph', 'fields', 'table', 'sign'] as const;
export interface Section {
  kind: (typeof SECTION_KINDS)[number];
  text: string;
}

const isKind = (kind: unknown): kind is Section['kind'] => (SECTION_KINDS as readonly unknown[]).includes(kind);

/** Parses sections from rows of a record (`{ fieldsMap }`) or plain objects of a message; omits invalid sections. */
export function parseSections(rows: unknown): Section[] {
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

/** Splits a text into plain parts and the keys of its placeholders `${key}`. */
export function splitPlaceholders(text: string): ({ text: string } | { key: string })[] {
  return text
    .split(/(\$\{[^}\s]+\})/)
    .filter(Boolean)
    .map((part) => (/^\$\{[^}\s]+\}$/.test(part) ? { key: part.slice(2, -1) } : { text: part }));
}

/** Parses the field keys in the text of a section, e.g. `a、b, ${c}`. */
export const parseKeys = (text: string): string[] =>
  text
    .split(/[\s,，、;；]+/)
    .map((key) => key.replace(/^\$\{|\}$/g, ''))
    .filter(Boolean);
