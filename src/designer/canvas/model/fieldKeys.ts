import type { Path } from '../../../domain/problem/index.ts';
import { isTableNode } from '../../../kernel/index.ts';
import { propertySchemas, type Schema } from '../../editor/grammarDocs.ts';
import { keyFrom, type ToSyllables } from '../../keys/generateKeyFromName.ts';
import { copyId, isField, isNode, isObject, keyOf, listsOf, walk, type FormDoc, type RawNode } from './nodes.ts';
import { withValue } from './edits.ts';

/** All field keys of the document, including those of columns. */
export function usedKeys(doc: FormDoc): Set<string> {
  const used = new Set<string>();
  for (const { node } of walk(doc)) {
    const key = keyOf(node);
    if (key !== undefined) used.add(key);
  }
  return used;
}

/** An unused key made of a name, which is added to `used`; `field1` while the table of syllables is not loaded. */
export const proposeKey = (name: string, used: Set<string>, syllables: ToSyllables | null): string =>
  keyFrom(syllables ? syllables(name) : /^[\w -]+$/.test(name) ? [name] : [], used);

/** Copies of nodes with unused keys, made of the nodes' names where the original key is in use. */
export function withUnusedKeys(nodes: readonly RawNode[], used: Set<string>, syllables: ToSyllables | null): RawNode[] {
  const renamed = new Map<string, string>();
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    // the keys of columns need to be unique in their table only, and expressions read them through the row
    const isTable = isNode(value) && isTableNode(value);
    const next = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, isTable ? structuredClone(inner) : copy(inner)]),
    );
    if (!isNode(next) || !isField(next)) return next;
    const originalKey = keyOf(next);
    if (originalKey !== undefined && !used.has(originalKey)) {
      used.add(originalKey);
      return next;
    }
    const key = proposeKey(typeof next.label === 'string' ? next.label : '', used, syllables);
    if (originalKey !== undefined) renamed.set(originalKey, key);
    return { ...next, __vModel__: key };
  };
  const copies = nodes.map((node) => copy(node) as RawNode);
  // expressions in the copies must name the new keys
  return [...renamed].reduce<RawNode[]>(
    (list, [from, to]) => list.map((node) => replaceKeyIn(node, from, to) as RawNode),
    copies,
  );
}

const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/;

/**
 * Renames a field in an expression, outside of string literals. Members of other objects are kept; `form.` is followed.
 */
export function renameInExpression(text: string, from: string, to: string): string {
  const name = from.replace(/[$]/g, String.raw`\$&`);
  const pattern = new RegExp(String.raw`${QUOTED.source}|(?<![\w$.一-龥-])((?:form\.)?)${name}(?![\w$一-龥])`, 'g');
  return text.replace(pattern, (whole: string, form?: string) => (form === undefined ? whole : `${form}${to}`));
}

const isFieldReference = (schema: Schema | undefined): boolean => schema?.['x-editor'] === 'field';

/** Whether the key occurs anywhere in the value: a fast test that skips most nodes before `replaceKeyIn`. */
function mentionsKey(value: unknown, key: string): boolean {
  if (typeof value === 'string') return value.includes(key);
  if (Array.isArray(value)) return value.some((item) => mentionsKey(item, key));
  return isObject(value) && Object.values(value).some((inner) => mentionsKey(inner, key));
}

/** A node, or a value inside a node, with a field key replaced in expressions, placeholders and references. */
function replaceKeyIn(value: unknown, from: string, to: string, schemas?: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceKeyIn(item, from, to));
  if (typeof value === 'string') return value.split(`\${${from}}`).join(`\${${to}}`);
  if (!isObject(value)) return value;
  const ownSchemas = isNode(value) ? propertySchemas(value.tag) : schemas;
  let isChanged = false;
  const next = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const changed =
        typeof inner === 'string' && (ownSchemas?.[key]?.format === 'cel' || key === 'visibleWhen')
          ? renameInExpression(inner, from, to)
          : inner === from && isFieldReference(ownSchemas?.[key])
            ? to
            : key === '__vModel__' || key === 'label'
              ? inner
              : replaceKeyIn(inner, from, to);
      isChanged ||= changed !== inner && JSON.stringify(changed) !== JSON.stringify(inner);
      return [key, changed];
    }),
  );
  if (!isChanged) return value;
  if (isNode(value)) copyId(value, next as RawNode);
  return next;
}

/**
 * Renames the key of the field at `path`, also in the expressions, placeholders and references of all fields and in
 * `titleTemplate`; not in the rules of the form (`effects`, `actions` and so on).
 */
export function renameKey(doc: FormDoc, path: Path, to: string): FormDoc {
  const from = (
    path.reduce<unknown>((value, part) => (value as Record<string | number, unknown>)?.[part], doc) as RawNode
  )?.__vModel__;
  const renamed = withValue(doc, [...path, '__vModel__'], to);
  if (typeof from !== 'string' || from === '' || from === to) return renamed;
  const fields = renamed.fields.map((node) =>
    mentionsKey(node, from) ? (replaceKeyIn(node, from, to) as RawNode) : node,
  );
  const { titleTemplate } = renamed;
  return {
    ...renamed,
    fields,
    ...(typeof titleTemplate === 'string'
      ? { titleTemplate: titleTemplate.split(`\${${from}}`).join(`\${${to}}`) }
      : {}),
  };
}

/** The field keys of a definition, for example of the published version, whose keys records may already hold. */
export function keysOfDefinition(raw: unknown): ReadonlySet<string> {
  const keys = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) {
      if (typeof value.__vModel__ === 'string') keys.add(value.__vModel__);
      Object.values(value).forEach(visit);
    }
  };
  visit(raw);
  return keys;
}

/** The fields of the form as options of a select; the columns of `table` come first. */
export function fieldChoices(
  doc: FormDoc,
  table: RawNode | null = null,
): { value: string; label: string; node: RawNode }[] {
  const choice = (node: RawNode): { value: string; label: string; node: RawNode }[] => {
    const key = keyOf(node);
    return key !== undefined && isField(node)
      ? [{ value: key, label: typeof node.label === 'string' && node.label !== '' ? node.label : key, node }]
      : [];
  };
  const formFields = [...walk(doc)].flatMap(({ node, list }) => (list.kind === 'columns' ? [] : choice(node)));
  const columns = table ? listsOf(table, []).flatMap(({ nodes }) => nodes.flatMap(choice)) : [];
  return [...columns, ...formFields];
}
