import type { Path } from '../../../domain/problem/index.ts';
import { isTableNode, type FormDefinition } from '../../../kernel/index.ts';
import { referencesOfForm, type UnresolvedReference } from '../../../references/index.ts';
import { propertySchemas, type Schema } from '../../editor/grammarDocs.ts';
import { withValue } from './edits.ts';
import {
  copyId,
  isNode,
  isObject,
  keyOf,
  listsOf,
  nodeAt,
  valueAt,
  walk,
  type CanvasDoc,
  type RawNode,
} from './nodes.ts';
import {
  renameInExpression,
  renameInPlaceholders,
  renamingOf,
  renamingOfFields,
  type Renames,
  type Renaming,
} from './renameNames.ts';

const columnKeys = (table: RawNode): Set<string | undefined> =>
  new Set(listsOf(table, []).flatMap(({ nodes }) => nodes.map(keyOf)));

/**
 * Returns the renaming for expressions inside a sub-table, where a name without prefix means the column of this name,
 * if the table has one.
 */
function renamingInTable(table: RawNode, renaming: Renaming): Renaming {
  const columns = columnKeys(table);
  const columnRenames = renaming.byTable.get(keyOf(table) ?? '') ?? new Map<string, string>();
  return {
    ...renaming,
    plain: new Map([...[...renaming.plain].filter(([from]) => !columns.has(from)), ...columnRenames]),
    byPrefix: columnRenames.size === 0 ? renaming.byPrefix : new Map([...renaming.byPrefix, ['row', columnRenames]]),
  };
}

const isFieldReference = (schema: Schema | undefined): boolean => schema?.['x-editor'] === 'field';

/** Returns a node, or a value inside a node, with field keys replaced in expressions, placeholders and references. */
function renameInValue(value: unknown, renaming: Renaming): unknown {
  if (typeof value === 'string') return renameInPlaceholders(value, renaming);
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    const items = list.map((item) => renameInValue(item, renaming));
    return items.every((item, index) => item === list[index]) ? list : items;
  }
  if (!isObject(value)) return value;
  const schemasByProperty = isNode(value) ? propertySchemas(value.tag) : undefined;
  const childRenaming = isNode(value) && isTableNode(value) ? renamingInTable(value, renaming) : renaming;
  const renameInProperty = (key: string, inner: unknown): unknown => {
    const schema = schemasByProperty?.[key];
    const isExpression = schema?.format === 'cel' || key === 'visibleWhen';
    if (typeof inner === 'string' && isExpression) return renameInExpression(inner, renaming);
    if (typeof inner === 'string' && isFieldReference(schema)) return renaming.plain.get(inner) ?? inner;
    if (key === '__vModel__' || key === 'label') return inner;
    return renameInValue(inner, key === 'children' ? childRenaming : renaming);
  };
  let isChanged = false;
  const next = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const changedValue = renameInProperty(key, inner);
      isChanged ||= changedValue !== inner;
      return [key, changedValue];
    }),
  );
  if (!isChanged) return value;
  if (isNode(value)) copyId(value, next as RawNode);
  return next;
}

/**
 * Returns a node with field keys replaced in expressions, placeholders and references; the same node if nothing is
 * replaced.
 */
export const renameInNode = (node: RawNode, renaming: Renaming): RawNode => renameInValue(node, renaming) as RawNode;

/** Returns true if the text occurs anywhere in the value: a fast test that skips most nodes. */
function mentions(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value.includes(text);
  if (Array.isArray(value)) return value.some((item) => mentions(item, text));
  return isObject(value) && Object.entries(value).some(([key, inner]) => key === text || mentions(inner, text));
}

/** The field whose key is changed. `table`: the key of its sub-table; '' for a field of the form. */
interface RenamedField {
  from: string;
  to: string;
  table: string;
}

/** Returns the references to a field, none while the edited document cannot be read. */
function referencesTo(doc: CanvasDoc, { from, table }: RenamedField): UnresolvedReference[] {
  const isReferenceToField = ({ kind, owner, names, table: referencedTable }: UnresolvedReference): boolean =>
    kind === 'field' &&
    owner === doc.formKey &&
    (referencedTable === table ? names[0] === from : referencedTable === '' && names[0] === table && names[1] === from);
  try {
    return referencesOfForm(doc as unknown as FormDefinition).filter(isReferenceToField);
  } catch {
    // the edited document is still incomplete
    return [];
  }
}

/** Properties that hold an object whose keys are field keys and whose values are not expressions. */
const MAPS_BY_FIELD: ReadonlySet<unknown> = new Set(['watchApiHash']);

/** Returns true if the reference is a key of an object, such as the fields that an effect fills. */
const isObjectKey = ({ names, use, path }: UnresolvedReference, { from }: RenamedField): boolean =>
  path.at(-1) === from &&
  names.length === 1 &&
  typeof path.at(-2) === 'string' &&
  (use === 'filled' || MAPS_BY_FIELD.has(path.at(-2)));

/** Returns the sub-table for whose rows the effect at the path runs; '' if it does not run for rows. */
function tableOfEffect(doc: CanvasDoc, path: Path): string {
  for (let length = path.length - 1; length > 0; length -= 1) {
    const each = (valueAt(doc, path.slice(0, length)) as { each?: unknown } | undefined)?.each;
    if (typeof each === 'string') return each;
  }
  return '';
}

/** Returns the renaming in a rule of the form, where `row` is a row of a sub-table or a record of this form. */
function renamingInRule(doc: CanvasDoc, path: Path, { from, to, table }: RenamedField): Renaming {
  const renames: Renames = new Map([[from, to]]);
  const eachTable = tableOfEffect(doc, path);
  const prefixes = table === eachTable || (table === '' && !isColumn(doc, eachTable, from)) ? ['row'] : [];
  if (table !== '') {
    const byPrefix = new Map([...prefixes, table].map((prefix) => [prefix, renames] as const));
    return renamingOf({ byPrefix, byTable: new Map([[table, renames]]) });
  }
  return renamingOf({ plain: renames, byPrefix: new Map(['form', ...prefixes].map((prefix) => [prefix, renames])) });
}

const isColumn = (doc: CanvasDoc, table: string, key: string): boolean =>
  [...walk(doc)].some(({ node }) => keyOf(node) === table && columnKeys(node).has(key));

/** Matches one or more names separated by commas, dots or blanks. */
const LIST_OF_NAMES = /^[\w$一-龥.,\s]+$/;

/** Returns the renaming for a property that `renameInNode` does not change: a list of keys or a condition on rows. */
function renamingInProperty(text: string, { from, to, table }: RenamedField): Renaming {
  const renames: Renames = new Map([[from, to]]);
  const plain = LIST_OF_NAMES.test(text) ? { plain: renames } : {};
  return renamingOf({ ...plain, ...(table === '' ? {} : { byPrefix: new Map([['row', renames]]) }) });
}

/** Prefix of a recipient that is named by a field: `field:<key>`. */
const FIELD_RECIPIENT_PREFIX = /^field:/;

/** Renames keys in an expression, a path, recipients, or a text with placeholders. */
function renameInText(text: string, renaming: Renaming): string {
  if (text.includes('${')) return renameInPlaceholders(text, renaming);
  const prefix = FIELD_RECIPIENT_PREFIX.exec(text)?.[0] ?? '';
  return prefix + renameInExpression(text.slice(prefix.length), renaming);
}

/** Replaces the key in the rules of the form, and in node properties that are references according to the grammar. */
function renameInReferences(
  doc: CanvasDoc,
  references: readonly UnresolvedReference[],
  renamed: RenamedField,
): CanvasDoc {
  let next = doc;
  for (const { path } of references.filter((reference) => !isObjectKey(reference, renamed))) {
    const text = valueAt(next, path);
    if (typeof text !== 'string') continue;
    const renaming = path[0] === 'fields' ? renamingInProperty(text, renamed) : renamingInRule(doc, path, renamed);
    next = withValue(next, path, renameInText(text, renaming));
  }
  // the innermost keys first, because the paths of inner keys contain the old outer keys
  const keyReferences = references
    .filter((reference) => isObjectKey(reference, renamed))
    .toSorted((a, b) => b.path.length - a.path.length);
  for (const { path } of keyReferences) {
    const container = valueAt(next, path.slice(0, -1));
    if (!isObject(container)) continue;
    const entries = Object.entries(container).map(([key, value]) => [key === renamed.from ? renamed.to : key, value]);
    next = withValue(next, path.slice(0, -1), Object.fromEntries(entries));
  }
  return next;
}

/** Returns the key of the sub-table that holds the field at a path; '' for a field of the form. */
function tableAt(doc: CanvasDoc, path: Path): string {
  const parent = nodeAt(doc, path.slice(0, -2));
  return parent && isTableNode(parent) ? (keyOf(parent) ?? '') : '';
}

/**
 * Renames the key of the field at `path`, and every use of the key in expressions, placeholders, references and rules.
 * The key of a column is renamed only in uses that mean the column.
 */
export function renameKey(doc: CanvasDoc, path: Path, to: string): CanvasDoc {
  const node = nodeAt(doc, path);
  const from = node ? keyOf(node) : undefined;
  const docWithNewKey = withValue(doc, [...path, '__vModel__'], to);
  if (from === undefined || from === to) return docWithNewKey;
  const renamed: RenamedField = { from, to, table: tableAt(doc, path) };
  const renames: Renames = new Map([[from, to]]);
  const renaming =
    renamed.table === '' ? renamingOfFields(renames) : renamingOf({ byTable: new Map([[renamed.table, renames]]) });
  if (!mentions(docWithNewKey, from)) return docWithNewKey;
  const { fields, titleTemplate } = docWithNewKey;
  const docWithRenamedNodes = {
    ...docWithNewKey,
    fields: fields.map((node) => (mentions(node, from) ? renameInNode(node, renaming) : node)),
    ...(typeof titleTemplate === 'string' ? { titleTemplate: renameInPlaceholders(titleTemplate, renaming) } : {}),
  };
  return renameInReferences(docWithRenamedNodes, referencesTo(doc, renamed), renamed);
}
