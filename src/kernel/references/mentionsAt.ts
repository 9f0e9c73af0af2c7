import type { RefersTo } from '../../grammar/references.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import type { Path } from '../../domain/problem/index.ts';
import { lookupName, lookupText } from '../expressions/lookupText.ts';
import { rollupOf } from '../rollup.ts';
import { recordsSource } from '../rowSourceConfig.ts';
import type { Mention } from './mention.ts';
import {
  AROUND_NOTHING,
  type Around,
  aroundForm,
  placesOfText,
  readsOfText,
  type Roots,
  startIn,
} from './readsOfText.ts';

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
function sourceNamed(text: string): { owner: string; table: string } {
  const [owner = '', table = ''] = text.split('.', 2);
  return { owner, table };
}

/** A value that names something, and what stands around it. */
export interface Spot {
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

/** What the value at a place of the grammar names. */
export function mentionsAt(spot: Spot): Mention[] {
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
    case 'relative':
      // `form:via`; what has no colon counts something of the record itself
      return texts(value).flatMap(({ text, index }) => {
        const [form = '', via = ''] = text.split(':');
        const where = { path: index === null ? path : [...path, index] };
        return via === ''
          ? []
          : [
              named('form', form, where),
              named('field', via, { ...where, names: via.split('.'), owner: form, use: 'asked' }),
            ];
      });
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
      return typeof value === 'string' ? celMentions(value, spot) : [];
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

/** What an expression reads; of what it looks up in other forms, the form, the fields and what the condition reads of it. */
function celMentions(text: string, spot: Spot): Mention[] {
  const { path, place } = spot;
  const around = celAround(spot);
  const { text: rest, calls } = lookupText(text);
  const at = { path, place };
  return [
    ...readsOfText(rest, around, at, { ...rootsOf(spot), ...namesOfCalls(calls.length) }),
    ...calls.flatMap(({ to, where, field, at: day, since }): Mention[] => {
      const named = { names: [to], owner: '', table: '', ...at };
      const fields = [field, ...(since === '' ? [] : [since])];
      return [
        { ...named, kind: 'form', use: 'named' },
        ...fields.map((name): Mention => ({ ...named, kind: 'field', names: [name], owner: to, use: 'read' })),
        ...readsOfText(where, around, at, { ...rootsOf(spot), it: { owner: to, table: '' } }),
        ...readsOfText(day, around, at, rootsOf(spot)),
      ];
    }),
  ];
}

/** What stands in the places of calls is no field. */
const namesOfCalls = (count: number): Roots =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [lookupName(index), null]));

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
