import type { Problem } from '../../../domain/problem/index.ts';
import type { FormDefinition, Vocabulary } from '../../../kernel/index.ts';
import { isPlaceholderNode } from '../../../kernel/index.ts';
import { parseFormDefinition } from '../../../importer/index.ts';
import {
  isField,
  isObject,
  keyOf,
  listsOf,
  pathText,
  ROOT,
  type CanvasDoc,
  type NodeList,
  type RawNode,
} from './nodes.ts';

/** The document that the canvas edits, read from a text. */
export interface WorkingDoc {
  doc: CanvasDoc;
  /** True if the text is in another dialect. The first edit rewrites it in the canonical form. */
  isOtherDialect: boolean;
}

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

/** Codes of problems for which the parser changes a field key. The user corrects the key in the text. */
const KEY_PROBLEMS: ReadonlySet<string> = new Set(['DOC_DUPLICATE_KEY', 'DOC_KEY', 'DOC_NO_KEY']);

/** Returns the paths of the keys that the parser changed, and of the nodes to which it added a key. */
const changedKeys = (problems: readonly Problem[]): ReadonlySet<string> =>
  new Set(problems.filter(({ code }) => KEY_PROBLEMS.has(code)).map(({ path }) => pathText(path)));

/**
 * Returns true if the nodes in the text (`written`) and the nodes parsed from it have the same tags and keys at the
 * same positions. A key that the parser changed or added (`changed`) is a problem of the text and does not indicate
 * another dialect.
 */
function isAligned(
  written: unknown,
  { nodes: parsedNodes, path }: Pick<NodeList, 'nodes' | 'path'>,
  changed: ReadonlySet<string>,
): boolean {
  if (!Array.isArray(written) || written.length !== parsedNodes.length) return false;
  return written.every((source: unknown, index) => {
    const node = parsedNodes[index] as RawNode;
    if (!isObject(source) || typeof source.tag !== 'string') return false;
    // a node with an unknown tag is edited as written
    if (isPlaceholderNode(node) && source.tag !== node.tag) return source.tag === node.sourceTag;
    const ownPath = [...path, index];
    const isKeyKept =
      keyOf(source as RawNode) === keyOf(node) ||
      changed.has(pathText(ownPath)) ||
      changed.has(pathText([...ownPath, '__vModel__']));
    if (source.tag !== node.tag || (isField(node) && !isKeyKept)) return false;
    return listsOf(node, ownPath).every((inner) => {
      const list = inner.path
        .slice(ownPath.length)
        .reduce<unknown>((value, part) => (value as Record<string | number, unknown> | undefined)?.[part], source);
      return isAligned(list ?? [], inner, changed);
    });
  });
}

const emptyForm = (formKey: string, formName: string): CanvasDoc => ({ formKey, formName, fields: [] });

/**
 * Reads a text into the document that the canvas edits. A canonical text is edited as written, with its unknown keys;
 * other dialects are converted. Null if the text is not a form.
 */
export function readWorkingDoc(
  text: string,
  vocabulary: Vocabulary,
  stored: { formKey: string; formName: string },
): WorkingDoc | null {
  const raw = parseJson(text);
  if (isObject(raw) && Object.keys(raw).length === 0)
    return { doc: emptyForm(stored.formKey, stored.formName), isOtherDialect: false };
  const parsed = parseFormDefinition(raw === undefined ? text : raw, vocabulary);
  if (!parsed.ok) {
    // an empty form
    const isEmpty =
      isObject(raw) &&
      typeof raw.formKey === 'string' &&
      (raw.fields === undefined || (Array.isArray(raw.fields) && raw.fields.length === 0));
    return isEmpty ? { doc: { ...raw, fields: [] }, isOtherDialect: false } : null;
  }
  const list = { nodes: parsed.value.fields as unknown as RawNode[], path: ROOT };
  if (isObject(raw) && isAligned(raw.fields, list, changedKeys(parsed.problems)))
    return { doc: raw as CanvasDoc, isOtherDialect: false };
  return { doc: canonicalDoc(parsed.value, stored), isOtherDialect: true };
}

/**
 * Returns a converted definition with the key of the stored document, because the key in the text comes from another
 * system.
 */
const canonicalDoc = (
  definition: FormDefinition,
  { formKey, formName }: { formKey: string; formName: string },
): CanvasDoc =>
  ({
    ...definition,
    formKey,
    formName: definition.formName === '' ? formName : definition.formName,
  }) as unknown as CanvasDoc;

/** Returns the canonical text of a document. */
export const textOfDoc = (doc: CanvasDoc): string => JSON.stringify(doc, null, 2);
