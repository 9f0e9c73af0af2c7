import type { RefersTo } from '../../grammar/references.ts';
import type { FieldNode } from '../../grammar/nodes.ts';
import type { Path } from '../../domain/problem/index.ts';
import { lookupName, lookupText } from '../expressions/lookupText.ts';
import { rollupOf } from '../rollup.ts';
import { recordsSource } from '../rowSourceConfig.ts';
import type { Mention } from './mention.ts';
import {
  NO_NAME_CONTEXT,
  type NameContext,
  formNameContext,
  readsOfPlaceholders,
  readsOfText,
  type Roots,
  startIn,
} from './readsOfText.ts';

const textsWithIndex = (value: unknown): { text: string; index: number | null }[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown, index) => (typeof one === 'string' && one !== '' ? [{ text: one, index }] : []))
    : typeof value === 'string' && value !== ''
      ? [{ text: value, index: null }]
      : [];

/** Splits a text of several keys at its commas. */
const splitKeys = (text: string): string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const COMMA_LISTS: ReadonlySet<string> = new Set(['node', 'field']);

/** Parses `form` or `form.table`. */
function sourceNamed(text: string): { owner: string; table: string } {
  const [owner = '', table = ''] = text.split('.', 2);
  return { owner, table };
}

/** A value that mentions names, with its context. */
export interface MentionSource {
  node: object;
  refers: RefersTo;
  value: unknown;
  path: Path;
  place: string;
  nameContext: NameContext;
  /** The value of another key of the same object or, if the object lacks it, of the node. */
  siblingValue(key: string): unknown;
}

/** The form or dataset named by another key of the same object; null if none or several are named. */
function ownerInSibling({ siblingValue }: MentionSource, key: string): { owner: string; table: string } | null {
  const sibling = siblingValue(key);
  const name = Array.isArray(sibling) ? (sibling.length === 1 ? (sibling[0] as unknown) : undefined) : sibling;
  return typeof name === 'string' && name !== '' ? sourceNamed(name) : null;
}

/** The mentions in a value, according to its kind in the grammar. */
export function mentionsAt(source: MentionSource): Mention[] {
  const { refers, value, path, place, nameContext } = source;
  const { to, of, use = 'named' } = refers;
  const location = { path, place };
  const owner = of === undefined ? null : ownerInSibling(source, of);
  const mention = (kind: Mention['kind'], name: string, extra: Partial<Mention> = {}): Mention => ({
    kind,
    names: [name],
    owner: '',
    table: '',
    use,
    ...location,
    ...extra,
  });
  const field = (name: string, extra: Partial<Mention> = {}): Mention[] => {
    const names = name.split('.');
    const isRow = names[0] === 'row' && names.length > 1;
    const shown = isRow ? names.slice(1) : names;
    const start =
      of === undefined ? startIn(nameContext, shown) : owner && { owner: owner.owner, table: isRow ? owner.table : '' };
    return start
      ? [{ kind: 'field', names: shown, ...start, use: of === undefined ? 'read' : use, ...location, ...extra }]
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
      return textsWithIndex(value).flatMap(({ text, index }) =>
        (COMMA_LISTS.has(to) ? splitKeys(text) : [text])
          .filter((name) => name !== '*')
          .map((name) => mention(to, name, { path: index === null ? path : [...path, index] })),
      );
    case 'source':
      return textsWithIndex(value).flatMap(({ text }) => {
        const { owner: form, table } = sourceNamed(text);
        return [
          mention('form', form),
          ...(table === '' ? [] : [mention('field', table, { owner: form, use: 'read' })]),
        ];
      });
    case 'field':
      return textsWithIndex(value).flatMap(({ text, index }) =>
        (of === undefined ? splitKeys(text) : [text]).flatMap((name) =>
          field(name, { path: index === null ? path : [...path, index] }),
        ),
      );
    case 'relative':
      // `form:via`; a text without a colon counts values of the record itself
      return textsWithIndex(value).flatMap(({ text, index }) => {
        const [form = '', via = ''] = text.split(':');
        const where = { path: index === null ? path : [...path, index] };
        return via === ''
          ? []
          : [
              mention('form', form, where),
              mention('field', via, { ...where, names: via.split('.'), owner: form, use: 'asked' }),
            ];
      });
    case 'keys':
      return Object.keys(value as object).flatMap((name) => field(name, { path: [...path, name] }));
    case 'presets':
      return [
        ...Object.keys(value as object).flatMap((name) => field(name, { path: [...path, name] })),
        ...readsOfPlaceholders(value, nameContext, location),
      ];
    case 'fill':
      return Object.entries(value as Record<string, unknown>).flatMap(([key, sourceName]) => {
        const start = startIn(nameContext, [key]);
        return [
          ...(start ? [mention('field', key, { ...start, use: 'filled', path: [...path, key] })] : []),
          ...(typeof sourceName === 'string' ? field(sourceName, { path: [...path, key], use: 'read' }) : []),
        ];
      });
    case 'columns':
      return Object.keys(value as object).flatMap((name) =>
        nameContext.owner === null
          ? []
          : [
              mention('field', name, {
                owner: nameContext.owner,
                table: (source.node as FieldNode).__vModel__,
                use: 'filled',
                path: [...path, name],
              }),
            ],
      );
    case 'cel':
      return typeof value === 'string' ? celMentions(value, source) : [];
    case 'text':
      return readsOfPlaceholders(value, nameContext, location);
    case 'request':
      return textsWithIndex(value).flatMap(({ text }) => {
        const records = recordsSource({ url: text, method: 'POST' });
        return records ? [mention('form', records.formKey)] : [];
      });
    case 'measure':
      return textsWithIndex(value).flatMap(({ text, index }) =>
        owner
          ? [
              mention('measure', text, {
                owner: String(source.siblingValue(of ?? '')),
                path: index === null ? path : [...path, index],
              }),
            ]
          : [],
      );
    case 'measureKeys':
      return Object.keys(value as object).flatMap((name) =>
        owner
          ? [mention('measure', name, { owner: String(source.siblingValue(of ?? '')), path: [...path, name] })]
          : [],
      );
    case 'measured': {
      const derived = ['share', 'running'].includes(String((source.siblingValue('fn') as string | undefined) ?? ''));
      return derived || typeof value !== 'string'
        ? []
        : readsOfText(value, expressionContext(source), location, rootsOf(source));
    }
    case 'rollup':
      return rollupMentions(source);
    default:
      return [];
  }
}

/**
 * The mentions of an expression: the names that it reads; for look-ups, also the form, its fields, and the names that
 * the condition reads.
 */
function celMentions(text: string, source: MentionSource): Mention[] {
  const { path, place } = source;
  const nameContext = expressionContext(source);
  const { text: rest, calls } = lookupText(text);
  const location = { path, place };
  return [
    ...readsOfText(rest, nameContext, location, { ...rootsOf(source), ...namesOfCalls(calls.length) }),
    ...calls.flatMap(({ to, where, field, at: day, since }): Mention[] => {
      const mention = { names: [to], owner: '', table: '', ...location };
      const fields = [field, ...(since === '' ? [] : [since])];
      return [
        { ...mention, kind: 'form', use: 'named' },
        ...fields.map((name): Mention => ({ ...mention, kind: 'field', names: [name], owner: to, use: 'read' })),
        ...readsOfText(where, nameContext, location, { ...rootsOf(source), it: { owner: to, table: '' } }),
        ...readsOfText(day, nameContext, location, rootsOf(source)),
      ];
    }),
  ];
}

/** The names that replace calls are not fields. */
const namesOfCalls = (count: number): Roots =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [lookupName(index), null]));

/** The context of an expression: if `of` names another form, the fields of that form are used without a prefix. */
function expressionContext(source: MentionSource): NameContext {
  const { of } = source.refers;
  const owner = of === undefined ? null : ownerInSibling(source, of);
  return owner ? formNameContext(owner.owner) : source.nameContext;
}

function rootsOf(source: MentionSource): Roots {
  const { it, row, of } = source.refers;
  const formIn = (key: string): Roots[string] => ownerInSibling(source, key);
  const own = source.nameContext;
  const listedForm = of === undefined ? null : formIn(of);
  return {
    ...(it === undefined ? {} : { it: formIn(it) }),
    ...(row === undefined
      ? listedForm
        ? { row: listedForm }
        : own.owner === null
          ? { row: null }
          : own.table === ''
            ? {}
            : { row: { owner: own.owner, table: own.table } }
      : { row: formIn(row) }),
  };
}

/**
 * The mentions of a roll-up: its source, the aggregated field, the relation to the parent, and the names that its
 * condition reads.
 */
function rollupMentions({ node, path, place, nameContext }: MentionSource): Mention[] {
  const rollup = rollupOf(node as FieldNode);
  if (!rollup || nameContext.owner === null) return [];
  const form = rollup.form ?? nameContext.owner;
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
          NO_NAME_CONTEXT,
          { path: [...path, 'where'], place },
          {
            it: { owner: form, table: '' },
            row: { owner: form, table },
          },
        )),
  ];
}
