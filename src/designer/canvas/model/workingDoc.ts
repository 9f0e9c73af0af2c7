import type { FormDefinition, Vocabulary } from '../../../kernel/index.ts';
import { isPlaceholderNode } from '../../../kernel/index.ts';
import { parseFormDefinition } from '../../../importer/index.ts';
import { isField, isObject, keyOf, listsOf, type FormDoc, type RawNode } from './nodes.ts';

/** The document that the canvas edits, read from a text. */
export interface WorkingDoc {
  doc: FormDoc;
  /** The text is in another dialect; the first edit rewrites it in the canonical form. */
  isConverted: boolean;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Whether the nodes in the text and the nodes parsed from it have the same tags and keys at the same positions. */
function isAligned(written: unknown, read: readonly RawNode[]): boolean {
  if (!Array.isArray(written) || written.length !== read.length) return false;
  return written.every((one: unknown, index) => {
    const node = read[index] as RawNode;
    if (!isObject(one) || typeof one.tag !== 'string') return false;
    // an unknown tag is edited as it is written
    if (isPlaceholderNode(node) && one.tag !== node.tag) return one.tag === node.sourceTag;
    if (one.tag !== node.tag || (isField(node) && keyOf(one as RawNode) !== keyOf(node))) return false;
    return listsOf(node, []).every(({ nodes, path }) => {
      const list = path.reduce<unknown>(
        (value, part) => (value as Record<string | number, unknown> | undefined)?.[part],
        one,
      );
      return isAligned(list ?? [], nodes);
    });
  });
}

const emptyForm = (formKey: string, formName: string): FormDoc => ({ formKey, formName, fields: [] });

/**
 * Reads a text into the document that the canvas edits. A canonical text is edited as written, with its unknown keys;
 * other dialects are converted. Null if the text holds no form.
 */
export function readWorkingDoc(
  text: string,
  vocabulary: Vocabulary,
  stored: { formKey: string; formName: string },
): WorkingDoc | null {
  const raw = parseJson(text);
  if (isObject(raw) && Object.keys(raw).length === 0)
    return { doc: emptyForm(stored.formKey, stored.formName), isConverted: false };
  const read = parseFormDefinition(raw === undefined ? text : raw, vocabulary);
  if (!read.ok) {
    // a form that has no fields yet
    const isEmpty =
      isObject(raw) &&
      typeof raw.formKey === 'string' &&
      (raw.fields === undefined || (Array.isArray(raw.fields) && raw.fields.length === 0));
    return isEmpty ? { doc: { ...raw, fields: [] }, isConverted: false } : null;
  }
  if (isObject(raw) && isAligned(raw.fields, read.value.fields as unknown as RawNode[]))
    return { doc: raw as FormDoc, isConverted: false };
  return { doc: canonicalDoc(read.value, stored), isConverted: true };
}

/** A converted definition with the key of the stored document; the key in the text belongs to its source system. */
const canonicalDoc = (
  definition: FormDefinition,
  { formKey, formName }: { formKey: string; formName: string },
): FormDoc =>
  ({
    ...definition,
    formKey,
    formName: definition.formName === '' ? formName : definition.formName,
  }) as unknown as FormDoc;

/** The canonical text of a document. */
export const textOfDoc = (doc: FormDoc): string => JSON.stringify(doc, null, 2);
