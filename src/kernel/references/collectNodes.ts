import { REFERS, type RefersTo } from '../../grammar/references.ts';
import { TAGS } from '../../grammar/tags.ts';
import type { AnyNode, FieldNode } from '../../grammar/nodes.ts';
import type { Path } from '../../domain/problem/index.ts';
import { chainsIn } from '../expressions/chains.ts';
import { isFieldNode, isOperationColumn, isPlaceholderNode, isTableNode, walkNodes } from '../nodes.ts';
import { placeholderNames } from '../placeholders.ts';
import { relationOf } from '../relation.ts';
import { rollupOf } from '../rollup.ts';
import { recordsSource } from '../rowSourceConfig.ts';
import { columnNodes } from '../types.ts';
import type { Mention } from './mention.ts';

/** The form whose record stands around: its own names are fields of it. Null: names are no fields (a block of a page). */
export interface Around {
  owner: string | null;
  /** The sub-table whose row stands around, with the keys of its columns. */
  table: string;
  columns: ReadonlySet<string>;
  /** Keys of the form's fields where they are known: a field may be called as something of the situation is. */
  fields: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();
export const AROUND_NOTHING: Around = { owner: null, table: '', columns: NONE, fields: NONE };
export const aroundForm = (owner: string, fields: ReadonlySet<string> = NONE): Around => ({
  owner,
  table: '',
  columns: NONE,
  fields,
});

/** Names of expressions that are no fields unless a form has a field of that name. */
const NO_FIELDS: ReadonlySet<string> = new Set([
  'user',
  'taskNode',
  'flowState',
  'query',
  'params',
  'value',
  'row',
  'it',
  'dialog',
]);
/** Parts of a text in `${}` that speak of the person or the address. */
const NO_PLACES = /^(user|query)\./;

/** Where a name begins: in the row around where it has such a column, else in the form around. */
export function startIn(around: Around, names: readonly string[]): { owner: string; table: string } | null {
  if (around.owner === null) return null;
  const isOfRow = around.columns.has((names[0] ?? '').replace(/Label$/, '')) || around.columns.has(names[0] ?? '');
  return { owner: around.owner, table: isOfRow ? around.table : '' };
}

/** Further names an expression may begin with: `it` a record of another form, `row` a row of a table or a record of a list. */
export type Roots = Readonly<Record<string, { owner: string; table: string } | null>>;

/** What an expression reads, as mentions of fields. */
export function readsOfText(
  text: string,
  around: Around,
  at: Pick<Mention, 'path' | 'place'>,
  roots: Roots = {},
): Mention[] {
  return chainsIn(text).flatMap((chain): Mention[] => {
    const [first = '', ...rest] = chain;
    const root = Object.hasOwn(roots, first) ? roots[first] : undefined;
    if (root === null || (root && rest.length === 0)) return [];
    const names = root || first === 'form' ? rest : chain;
    const isKnown = around.columns.has(first) || around.fields.has(first);
    if (names.length === 0 || (names === chain && NO_FIELDS.has(first) && !isKnown)) return [];
    const start =
      root ?? (first === 'form' && around.owner !== null ? { owner: around.owner, table: '' } : startIn(around, names));
    return start ? [{ kind: 'field', names, ...start, use: 'read', ...at }] : [];
  });
}

/** What the places of a text (`${contract.no}`) read. */
export function placesOfText(value: unknown, around: Around, at: Pick<Mention, 'path' | 'place'>): Mention[] {
  return [...new Set(placeholderNames(value))].flatMap((name): Mention[] => {
    const names = name.split('.');
    const start = NO_PLACES.test(name) ? null : startIn(around, names);
    return start ? [{ kind: 'field', names, ...start, use: 'read', ...at }] : [];
  });
}

/** Values at a place of the grammar, each with the path to it below the key of the node. */
function valuesAt(value: unknown, at: readonly string[], path: Path): { value: unknown; path: Path; beside: object }[] {
  const step = (
    part: unknown,
    keys: readonly string[],
    here: Path,
    beside: object,
  ): { value: unknown; path: Path; beside: object }[] => {
    const [key, ...rest] = keys;
    if (key === undefined) return part === undefined || part === null ? [] : [{ value: part, path: here, beside }];
    if (key === '*')
      return Array.isArray(part) ? part.flatMap((one, index) => step(one, rest, [...here, index], beside)) : [];
    if (typeof part !== 'object' || part === null || !Object.hasOwn(part, key)) return [];
    return step((part as Record<string, unknown>)[key], rest, [...here, key], part);
  };
  return step(value, at, path, value as object);
}

const texts = (value: unknown): { text: string; index: number | null }[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown, index) => (typeof one === 'string' && one !== '' ? [{ text: one, index }] : []))
    : typeof value === 'string' && value !== ''
      ? [{ text: value, index: null }]
      : [];

/** Several keys may stand in one text, separated by commas. */
const listed = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const SEVERAL: ReadonlySet<string> = new Set(['node', 'field']);

/** A form, or a sub-table of it, as `form` or `form.table`. */
export function sourceNamed(text: string): { owner: string; table: string } {
  const [owner = '', table = ''] = text.split('.', 2);
  return { owner, table };
}

interface Spot {
  node: object;
  refers: RefersTo;
  value: unknown;
  path: Path;
  place: string;
  around: Around;
  /** What the keys beside the place say, of the node itself or of the part it stands in. */
  beside(key: string): unknown;
}

/** The form (dataset) that the key beside a place names; null: none, or several. */
function ownerBeside({ beside }: Spot, key: string): { owner: string; table: string } | null {
  const given = beside(key);
  const name = Array.isArray(given) ? (given.length === 1 ? (given[0] as unknown) : undefined) : given;
  return typeof name === 'string' && name !== '' ? sourceNamed(name) : null;
}

function atSpot(spot: Spot): Mention[] {
  const { refers, value, path, place, around } = spot;
  const { to, of, use = 'named' } = refers;
  const at = { path, place };
  const owner = of === undefined ? null : ownerBeside(spot, of);
  const named = (kind: Mention['kind'], name: string, more: Partial<Mention> = {}): Mention => ({
    kind,
    names: [name],
    owner: '',
    table: '',
    use,
    ...at,
    ...more,
  });
  const field = (name: string, more: Partial<Mention> = {}): Mention[] => {
    const names = name.split('.');
    const isRow = names[0] === 'row' && names.length > 1;
    const shown = isRow ? names.slice(1) : names;
    const start =
      of === undefined ? startIn(around, shown) : owner && { owner: owner.owner, table: isRow ? owner.table : '' };
    return start
      ? [{ kind: 'field', names: shown, ...start, use: of === undefined ? 'read' : use, ...at, ...more }]
      : [];
  };
  switch (to) {
    case 'form':
    case 'dictionary':
    case 'role':
    case 'dataset':
    case 'flow':
    case 'node':
    case 'action':
      return texts(value).flatMap(({ text, index }) =>
        (SEVERAL.has(to) ? listed(text) : [text])
          .filter((name) => name !== '*')
          .map((name) => named(to, name, { path: index === null ? path : [...path, index] })),
      );
    case 'source':
      return texts(value).flatMap(({ text }) => {
        const { owner: form, table } = sourceNamed(text);
        return [named('form', form), ...(table === '' ? [] : [named('field', table, { owner: form, use: 'read' })])];
      });
    case 'field':
      return texts(value).flatMap(({ text, index }) =>
        (of === undefined ? listed(text) : [text]).flatMap((name) =>
          field(name, { path: index === null ? path : [...path, index] }),
        ),
      );
    case 'keys':
      return Object.keys(value as object).flatMap((name) => field(name, { path: [...path, name] }));
    case 'presets':
      return [
        ...Object.keys(value as object).flatMap((name) => field(name, { path: [...path, name] })),
        ...placesOfText(value, around, at),
      ];
    case 'fill':
      return Object.entries(value as Record<string, unknown>).flatMap(([key, source]) => {
        const start = startIn(around, [key]);
        return [
          ...(start ? [named('field', key, { ...start, use: 'filled', path: [...path, key] })] : []),
          ...(typeof source === 'string' ? field(source, { path: [...path, key], use: 'read' }) : []),
        ];
      });
    case 'columns':
      return Object.keys(value as object).flatMap((name) =>
        around.owner === null
          ? []
          : [
              named('field', name, {
                owner: around.owner,
                table: (spot.node as FieldNode).__vModel__,
                use: 'filled',
                path: [...path, name],
              }),
            ],
      );
    case 'cel':
      return typeof value === 'string' ? readsOfText(value, celAround(spot), at, rootsOf(spot)) : [];
    case 'text':
      return placesOfText(value, around, at);
    case 'request':
      return texts(value).flatMap(({ text }) => {
        const records = recordsSource({ url: text, method: 'POST' });
        return records ? [named('form', records.formKey)] : [];
      });
    case 'measure':
      return texts(value).flatMap(({ text, index }) =>
        owner
          ? [
              named('measure', text, {
                owner: String(spot.beside(of ?? '')),
                path: index === null ? path : [...path, index],
              }),
            ]
          : [],
      );
    case 'measureKeys':
      return Object.keys(value as object).flatMap((name) =>
        owner ? [named('measure', name, { owner: String(spot.beside(of ?? '')), path: [...path, name] })] : [],
      );
    case 'measured': {
      const derived = ['share', 'running'].includes(String((spot.beside('fn') as string | undefined) ?? ''));
      return derived || typeof value !== 'string' ? [] : readsOfText(value, celAround(spot), at, rootsOf(spot));
    }
    case 'rollup':
      return rollupMentions(spot);
    default:
      return [];
  }
}

/** An expression that speaks of another form (`of`) has that form's names bare. */
function celAround(spot: Spot): Around {
  const { of } = spot.refers;
  const owner = of === undefined ? null : ownerBeside(spot, of);
  return owner ? aroundForm(owner.owner) : spot.around;
}

function rootsOf(spot: Spot): Roots {
  const { it, row, of } = spot.refers;
  const other = (key: string): Roots[string] => ownerBeside(spot, key);
  const own = spot.around;
  const source = of === undefined ? null : other(of);
  return {
    ...(it === undefined ? {} : { it: other(it) }),
    ...(row === undefined
      ? source
        ? { row: source }
        : own.owner === null
          ? { row: null }
          : own.table === ''
            ? {}
            : { row: { owner: own.owner, table: own.table } }
      : { row: other(row) }),
  };
}

/** The source of a roll-up, what it sums up, by what it finds its parent, and what its condition reads. */
function rollupMentions({ node, path, place, around }: Spot): Mention[] {
  const rollup = rollupOf(node as FieldNode);
  if (!rollup || around.owner === null) return [];
  const form = rollup.form ?? around.owner;
  const table = rollup.table ?? '';
  const field = (name: string, key: string): Mention => ({
    kind: 'field',
    names: [name],
    owner: form,
    table,
    use: 'read',
    path: [...path, key],
    place,
  });
  return [
    ...(rollup.form === null
      ? []
      : [
          {
            kind: 'form' as const,
            names: [form],
            owner: '',
            table: '',
            use: 'named' as const,
            path: [...path, 'from'],
            place,
          },
        ]),
    ...(table === '' ? [] : [{ ...field(table, 'from'), table: '' }]),
    ...(['via', 'of', 'by'] as const).filter((key) => rollup[key] !== '').map((key) => field(rollup[key], key)),
    ...(rollup.where === ''
      ? []
      : readsOfText(
          rollup.where,
          AROUND_NOTHING,
          { path: [...path, 'where'], place },
          {
            it: { owner: form, table: '' },
            row: { owner: form, table },
          },
        )),
  ];
}

/** What a person calls a node: a field by its name, a block by its title or kind. */
function nameOfNode(node: AnyNode): string {
  const { label, title, __vModel__: key } = node as { label?: string; title?: string; __vModel__?: string };
  const kind = TAGS[node.tag]?.title ?? node.tag;
  if (isFieldNode(node)) return `字段“${label || key || ''}”`;
  return title ? `${kind}“${title}”` : kind;
}

export type PlaceOf = (node: object, key: string) => Path;

interface NodeAt {
  node: AnyNode;
  around: Around;
  placeOf: PlaceOf;
}

const ofNode = ({ node, around, placeOf }: NodeAt): Mention[] =>
  isPlaceholderNode(node) ? [] : collectParts(node.tag, node, { around, placeOf, name: `${nameOfNode(node)} · ` });

/** What the keys of one object say, by the part of the grammar that it is written in: a tag, or a kind of document. */
export function collectParts(
  grammar: string,
  given: object,
  { around, placeOf, name }: { around: Around; placeOf: PlaceOf; name: string },
): Mention[] {
  const node = given as Record<string, unknown>;
  return (REFERS[grammar] ?? []).flatMap((refers): Mention[] => {
    const [key = '', ...below] = refers.at;
    const stated = node[key];
    if (stated === undefined || stated === null) return [];
    if (refers.when !== undefined && node[refers.when] !== '1') return [];
    return valuesAt(stated, below, placeOf(node, key)).flatMap(({ value, path, beside }) =>
      refers.to === 'nodes'
        ? collectNodes(value as AnyNode[], AROUND_NOTHING, (inner, innerKey) => [
            ...path,
            (value as object[]).indexOf(inner),
            innerKey,
          ])
        : atSpot({
            node,
            refers,
            value,
            path,
            place: `${name}${refers.title}`,
            around,
            beside: (other) =>
              (below.length > 0 ? (beside as Record<string, unknown>)[other] : undefined) ?? node[other],
          }),
    );
  });
}

/** The form whose records the nodes inside a node speak of: a record page's own; null: as around it. */
function ownerInside(node: AnyNode): string | null {
  const refers = REFERS[node.tag]?.find(({ to }) => to === 'inside');
  const owner = refers?.of === undefined ? undefined : (node as unknown as Record<string, unknown>)[refers.of];
  return typeof owner === 'string' ? owner : null;
}

/**
 * Every name that nodes say, driven by `x-refers` of the grammar: columns of sub-tables and what stands in record pages
 * included. `placeOf`: where the value of a node's key stands in the text.
 */
export function collectNodes(roots: readonly AnyNode[], around: Around, placeOf: PlaceOf): Mention[] {
  const pages: { path: string; owner: string }[] = [];
  return [...walkNodes(roots)].flatMap(({ node, path }): Mention[] => {
    const at = `${path.join('\0')}\0`;
    const page = pages.findLast((one) => at.startsWith(one.path));
    const here: Around = page ? aroundForm(page.owner) : around;
    const owner = ownerInside(node);
    if (owner !== null) pages.push({ path: at, owner });
    const own = ofNode({ node, around: here, placeOf });
    if (!isTableNode(node)) return own;
    const inside: Around = {
      owner: here.owner,
      table: node.__vModel__,
      columns: new Set(columnNodes(node).map((column) => column.__vModel__)),
      fields: here.fields,
    };
    const columns = (node.children as AnyNode[]).filter((child) => isFieldNode(child) || isOperationColumn(child));
    return [...own, ...columns.flatMap((column) => ofNode({ node: column, around: inside, placeOf }))];
  });
}

/** `placeOf` of a definition that stands in its canonical form: every node by its own path. */
export function canonicalPlaces(roots: readonly AnyNode[], start: Path): PlaceOf {
  const paths = new Map<object, Path>();
  for (const { node, path } of walkNodes(roots, start)) {
    paths.set(node, path);
    if (isTableNode(node))
      (node.children as object[]).forEach((child, index) => paths.set(child, [...path, 'children', index]));
  }
  return (node, key) => [...(paths.get(node) ?? start), key];
}

/** The relation of a field: where a path goes on behind it. */
export const targetOf = (node: FieldNode | undefined): string | null => {
  const relation = node ? relationOf(node) : null;
  return relation && !relation.isMultiple ? relation.to : null;
};
