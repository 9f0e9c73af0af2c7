import type { Path } from '../../../domain/problem/index.ts';
import { isTableNode } from '../../../kernel/index.ts';
import { propertySchemas, type Schema } from '../../editor/grammarDocs.ts';
import { keyFrom, type Syllables } from '../../keys/proposeFieldKey.ts';
import { carryId, isField, isNode, isObject, keyOf, listsOf, walk, type FormDoc, type RawNode } from './nodes.ts';
import { withValue } from './edits.ts';

/** Every field key of the document, those of columns with them: one set keeps keys apart everywhere. */
export function takenKeys(doc: FormDoc): Set<string> {
  const taken = new Set<string>();
  for (const { node } of walk(doc)) {
    const key = keyOf(node);
    if (key !== undefined) taken.add(key);
  }
  return taken;
}

/** A free key made of a name; `field1` while the table of syllables is not loaded. */
export const proposedKey = (name: string, taken: Set<string>, syllables: Syllables | null): string =>
  keyFrom(syllables ? syllables(name) : /^[\w -]+$/.test(name) ? [name] : [], taken);

/** A copy of nodes that may stand beside the original: its keys are free ones, made of their names. */
export function withFreeKeys(nodes: readonly RawNode[], taken: Set<string>, syllables: Syllables | null): RawNode[] {
  const renamed = new Map<string, string>();
  const copy = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(copy);
    if (!isObject(value)) return value;
    // columns are apart from the columns of other tables anyhow, and formulas name them through their row
    const isTable = isNode(value) && isTableNode(value);
    const next = Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, isTable ? structuredClone(inner) : copy(inner)]),
    );
    if (!isNode(next) || !isField(next)) return next;
    const own = keyOf(next);
    if (own !== undefined && !taken.has(own)) {
      taken.add(own);
      return next;
    }
    const key = proposedKey(typeof next.label === 'string' ? next.label : '', taken, syllables);
    if (own !== undefined) renamed.set(own, key);
    return { ...next, __vModel__: key };
  };
  const copies = nodes.map((node) => copy(node) as RawNode);
  // conditions and computations among the copies follow the copies
  return [...renamed].reduce<RawNode[]>(
    (list, [from, to]) => list.map((node) => renamedIn(node, from, to) as RawNode),
    copies,
  );
}

const QUOTED = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/;

/** A name in an expression, outside of texts and not as a member of something else (`form.` alone leads to fields). */
export function renameInExpression(text: string, from: string, to: string): string {
  const name = from.replace(/[$]/g, String.raw`\$&`);
  const pattern = new RegExp(String.raw`${QUOTED.source}|(?<![\w$.一-龥-])((?:form\.)?)${name}(?![\w$一-龥])`, 'g');
  return text.replace(pattern, (whole: string, form?: string) => (form === undefined ? whole : `${form}${to}`));
}

const isFieldReference = (schema: Schema | undefined): boolean => schema?.['x-editor'] === 'field';

/** Is the key written anywhere in this value? Most nodes do not name a given field, and are not looked at further. */
function mentions(value: unknown, key: string): boolean {
  if (typeof value === 'string') return value.includes(key);
  if (Array.isArray(value)) return value.some((item) => mentions(item, key));
  return isObject(value) && Object.values(value).some((inner) => mentions(inner, key));
}

/** One node, or what stands in it, after a field has another key. */
function renamedIn(value: unknown, from: string, to: string, schemas?: Record<string, Schema>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamedIn(item, from, to));
  if (typeof value === 'string') return value.split(`\${${from}}`).join(`\${${to}}`);
  if (!isObject(value)) return value;
  const own = isNode(value) ? propertySchemas(value.tag) : schemas;
  let isChanged = false;
  const next = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const changed =
        typeof inner === 'string' && (own?.[key]?.format === 'cel' || key === 'visibleWhen')
          ? renameInExpression(inner, from, to)
          : inner === from && isFieldReference(own?.[key])
            ? to
            : key === '__vModel__' || key === 'label'
              ? inner
              : renamedIn(inner, from, to);
      isChanged ||= changed !== inner && JSON.stringify(changed) !== JSON.stringify(inner);
      return [key, changed];
    }),
  );
  if (!isChanged) return value;
  if (isNode(value)) carryId(value, next as RawNode);
  return next;
}

/** Gives a field another key, and writes it wherever expressions, placeholders and references name it. */
export function renameKey(doc: FormDoc, path: Path, to: string): FormDoc {
  const from = (path.reduce<unknown>((at, part) => (at as Record<string | number, unknown>)?.[part], doc) as RawNode)
    ?.__vModel__;
  const renamed = withValue(doc, [...path, '__vModel__'], to);
  if (typeof from !== 'string' || from === '' || from === to) return renamed;
  const fields = renamed.fields.map((node) => (mentions(node, from) ? (renamedIn(node, from, to) as RawNode) : node));
  const { titleTemplate } = renamed;
  return {
    ...renamed,
    fields,
    ...(typeof titleTemplate === 'string'
      ? { titleTemplate: titleTemplate.split(`\${${from}}`).join(`\${${to}}`) }
      : {}),
  };
}

/** Keys that records may hold already: those of a published version. */
export function keysOfDefinition(raw: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) {
      if (typeof value.__vModel__ === 'string') found.add(value.__vModel__);
      Object.values(value).forEach(visit);
    }
  };
  visit(raw);
  return found;
}

/** Names of the fields for lists to choose from: those of the form, or the columns of a table before them. */
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
  const own = [...walk(doc)].flatMap(({ node, list }) => (list.kind === 'columns' ? [] : choice(node)));
  const columns = table ? listsOf(table, []).flatMap(({ nodes }) => nodes.flatMap(choice)) : [];
  return [...columns, ...own];
}
