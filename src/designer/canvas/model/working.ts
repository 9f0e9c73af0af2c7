import type { FormDefinition, Vocabulary } from '../../../kernel/index.ts';
import { isPlaceholderNode } from '../../../kernel/index.ts';
import { parseFormDefinition } from '../../../importer/index.ts';
import { isField, isObject, keyOf, listsOf, type FormDoc, type RawNode } from './nodes.ts';

/** What the canvas edits, made of a text. */
export interface Working {
  doc: FormDoc;
  /** The text is in another notation than the product's own: the first edit writes it in that. */
  isConverted: boolean;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Do the nodes as written stand at the same places as the nodes that were read of them? */
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
        (at, part) => (at as Record<string | number, unknown> | undefined)?.[part],
        one,
      );
      return isAligned(list ?? [], nodes);
    });
  });
}

const emptyForm = (formKey: string, formName: string): FormDoc => ({ formKey, formName, fields: [] });

/**
 * The document of a text that the canvas can edit. A text in the product's own notation is edited as it is written,
 * with whatever this build does not know in it; any other is read into that notation. Null where the text holds no form.
 */
export function workingOf(
  text: string,
  vocabulary: Vocabulary,
  kept: { formKey: string; formName: string },
): Working | null {
  const raw = parsed(text);
  if (isObject(raw) && Object.keys(raw).length === 0)
    return { doc: emptyForm(kept.formKey, kept.formName), isConverted: false };
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
  return { doc: canonicalDoc(read.value, kept), isConverted: true };
}

/** A definition under the key that it is kept as; its own belong to where it came from. */
const canonicalDoc = (
  definition: FormDefinition,
  { formKey, formName }: { formKey: string; formName: string },
): FormDoc =>
  ({
    ...definition,
    formKey,
    formName: definition.formName === '' ? formName : definition.formName,
  }) as unknown as FormDoc;

/** The document as text, indented as the product writes it. */
export const textOfDoc = (doc: FormDoc): string => JSON.stringify(doc, null, 2);
