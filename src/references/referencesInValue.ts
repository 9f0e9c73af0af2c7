import type { RefersTo } from '../grammar/references.ts';
import type { FieldNode } from '../grammar/nodes.ts';
import type { Path } from '../domain/problem/index.ts';
import { lookupName, extractLookups } from '../expressions/index.ts';
import { rollupOf } from '../relations/index.ts';
import { isConditionWord, recordListSource } from '../kernel/index.ts';
import type { UnresolvedReference } from './reference.ts';
import {
  NO_NAME_CONTEXT,
  type NameContext,
  formNameContext,
  namesReadByPlaceholders,
  namesReadByExpression,
  type PrefixTargets,
  resolveFirstName,
} from './namesRead.ts';

/** Returns the text (index null), or the texts of a list with their indexes. Empty texts are left out. */
const textsWithIndex = (value: unknown): { text: string; index: number | null }[] =>
  Array.isArray(value)
    ? value.flatMap((item: unknown, index) => (typeof item === 'string' && item !== '' ? [{ text: item, index }] : []))
    : typeof value === 'string' && value !== ''
      ? [{ text: value, index: null }]
      : [];

/** Splits a text of several keys at its commas. */
const splitKeys = (text: string): string[] =>
  text
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '');

const COMMA_SEPARATED_KINDS: ReadonlySet<string> = new Set(['node', 'field']);

/** Parses `form`, `form.table` or the key of a dataset. */
function parseSourceName(text: string): { owner: string; table: string } {
  const [owner = '', table = ''] = text.split('.', 2);
  return { owner, table };
}

/** A value of a document with all that is needed to find the references in the value. */
export interface ReferenceSource {
  node: object;
  refers: RefersTo;
  value: unknown;
  path: Path;
  /** Readable position of the value, for messages: “字段“金额” · 计算公式”. */
  positionText: string;
  nameContext: NameContext;
  /** Returns the value of another key of the same object or, if the object lacks it, of the node. */
  siblingValue(key: string): unknown;
}

/**
 * Returns the form or dataset that another key (`key`) of the same object or of the node names, with the sub-table if
 * the key names one (`form.table`); null if none or several are named.
 */
function ownerNamedBy({ siblingValue }: ReferenceSource, key: string): { owner: string; table: string } | null {
  const sibling = siblingValue(key);
  const name = Array.isArray(sibling) ? (sibling.length === 1 ? (sibling[0] as unknown) : undefined) : sibling;
  return typeof name === 'string' && name !== '' ? parseSourceName(name) : null;
}

/**
 * Collects the references in a value as described by the grammar (`x-refers`). `to`: the kind of the target. `of`: the
 * key that names the form or dataset to which the names belong; without `of`, names of fields belong to the current
 * form and count as read. `use`: see `ReferenceUse`. `holds`: what values the named field must hold.
 */
export function referencesInValue(source: ReferenceSource): UnresolvedReference[] {
  const { refers, value, path, positionText, nameContext } = source;
  const { to, of, use = 'named', holds } = refers;
  const location = { path, positionText, ...(holds ? { content: holds } : {}) };
  const owner = of === undefined ? null : ownerNamedBy(source, of);
  const createReference = (
    kind: UnresolvedReference['kind'],
    name: string,
    extra: Partial<UnresolvedReference> = {},
  ): UnresolvedReference => ({
    kind,
    names: [name],
    owner: '',
    table: '',
    use,
    ...location,
    ...extra,
  });
  // `name` may be a path with dots; its prefix `row.` stands for a row of the sub-table that the key `of` names
  const fieldReferences = (name: string, extra: Partial<UnresolvedReference> = {}): UnresolvedReference[] => {
    const names = name.split('.');
    const hasRowPrefix = names[0] === 'row' && names.length > 1;
    const namesWithoutRow = hasRowPrefix ? names.slice(1) : names;
    const start =
      of === undefined
        ? resolveFirstName(nameContext, namesWithoutRow)
        : owner && { owner: owner.owner, table: hasRowPrefix ? owner.table : '' };
    return start
      ? [
          {
            kind: 'field',
            names: namesWithoutRow,
            ...start,
            use: of === undefined ? 'read' : use,
            ...location,
            ...extra,
          },
        ]
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
        (COMMA_SEPARATED_KINDS.has(to) ? splitKeys(text) : [text])
          // `*` stands for everybody, in place of a role; it is no reference
          .filter((name) => name !== '*')
          .map((name) => createReference(to, name, { path: index === null ? path : [...path, index] })),
      );
    case 'source':
      return textsWithIndex(value).flatMap(({ text }) => {
        const { owner, table } = parseSourceName(text);
        return [
          createReference('form', owner),
          ...(table === '' ? [] : [createReference('field', table, { owner, use: 'read' })]),
        ];
      });
    case 'field':
      return textsWithIndex(value).flatMap(({ text, index }) =>
        (of === undefined ? splitKeys(text) : [text]).flatMap((name) =>
          fieldReferences(name, { path: index === null ? path : [...path, index] }),
        ),
      );
    case 'relative':
      // `form:via` means the records of `form` that refer to this record through the relations `via`; a text without a
      // colon means data of this record, such as its comments, and contains no reference
      return textsWithIndex(value).flatMap(({ text, index }) => {
        const [form = '', via = ''] = text.split(':');
        const itemPath = index === null ? path : [...path, index];
        return via === ''
          ? []
          : [
              createReference('form', form, { path: itemPath }),
              createReference('field', via, { path: itemPath, names: via.split('.'), owner: form, use: 'asked' }),
            ];
      });
    case 'keys':
      return Object.keys(value as object).flatMap((name) => fieldReferences(name, { path: [...path, name] }));
    case 'presets':
    case 'conditions': {
      const readReferences = namesReadByPlaceholders(value, nameContext, location);
      return [
        ...Object.keys(value as object).flatMap((name) => fieldReferences(name, { path: [...path, name] })),
        // in a condition, `${empty}` and `${thisMonth}` are keywords; elsewhere they can be the names of fields
        ...(to === 'conditions'
          ? readReferences.filter(({ names }) => !isConditionWord(names.join('.')))
          : readReferences),
      ];
    }
    case 'fill':
      return Object.entries(value as Record<string, unknown>).flatMap(([key, sourceName]) => {
        const start = resolveFirstName(nameContext, [key]);
        return [
          ...(start ? [createReference('field', key, { ...start, use: 'filled', path: [...path, key] })] : []),
          ...(typeof sourceName === 'string' ? fieldReferences(sourceName, { path: [...path, key], use: 'read' }) : []),
        ];
      });
    case 'fillRows':
      return Object.entries(value as Record<string, { from?: unknown; columns?: object }>).flatMap(
        ([table, rowMapping]) =>
          nameContext.formKey === null || !owner
            ? []
            : fillRowsReferences(rowMapping, {
                ownForm: nameContext.formKey,
                table,
                form: owner.owner,
                createReference,
                path,
              }),
      );
    case 'columns':
      return Object.keys(value as object).flatMap((name) =>
        nameContext.formKey === null
          ? []
          : [
              createReference('field', name, {
                owner: nameContext.formKey,
                table: (source.node as FieldNode).__vModel__,
                use: 'filled',
                path: [...path, name],
              }),
            ],
      );
    case 'cel':
      return typeof value === 'string' ? celReferences(value, source) : [];
    case 'text':
      return namesReadByPlaceholders(value, nameContext, location);
    case 'request':
      return textsWithIndex(value).flatMap(({ text }) => {
        const records = recordListSource({ url: text, method: 'POST' });
        return records ? [createReference('form', records.formKey)] : [];
      });
    case 'button':
      return textsWithIndex(value).flatMap(({ text }) =>
        owner ? [createReference('button', text, { owner: owner.owner })] : [],
      );
    case 'measure':
      return textsWithIndex(value).flatMap(({ text, index }) =>
        owner
          ? [
              createReference('measure', text, {
                owner: String(source.siblingValue(of ?? '')),
                path: index === null ? path : [...path, index],
              }),
            ]
          : [],
      );
    case 'measureKeys':
      return Object.keys(value as object).flatMap((name) =>
        owner
          ? [createReference('measure', name, { owner: String(source.siblingValue(of ?? '')), path: [...path, name] })]
          : [],
      );
    case 'measured': {
      // the key `of` of a measure holds an expression; in a derived measure it holds the key of another measure
      const isDerived = ['share', 'running'].includes(String((source.siblingValue('fn') as string | undefined) ?? ''));
      return isDerived || typeof value !== 'string'
        ? []
        : namesReadByExpression(value, expressionContext(source), location, prefixTargetsOf(source));
    }
    case 'rollup':
      return rollupReferences(source);
    default:
      return [];
  }
}

/** Returns the references of one sub-table that a relation fills: the two tables, and the columns on both sides. */
function fillRowsReferences(
  { from, columns = {} }: { from?: unknown; columns?: object },
  target: {
    /** The form that contains the relation, with the sub-table `table` that is filled. */
    ownForm: string;
    table: string;
    /** The form from whose record the rows are copied. */
    form: string;
    createReference(
      kind: UnresolvedReference['kind'],
      name: string,
      extra: Partial<UnresolvedReference>,
    ): UnresolvedReference;
    path: Path;
  },
): UnresolvedReference[] {
  const { ownForm, table, form, createReference } = target;
  const path = [...target.path, table];
  const sourceTable = typeof from === 'string' ? from : '';
  return [
    createReference('field', table, { owner: ownForm, use: 'filled', path }),
    createReference('field', sourceTable, { owner: form, use: 'read', path: [...path, 'from'] }),
    ...Object.entries(columns).flatMap(([column, name]) => {
      const columnPath = [...path, 'columns', column];
      return [
        createReference('field', column, { owner: ownForm, table, use: 'filled', path: columnPath }),
        ...(typeof name === 'string'
          ? [createReference('field', name, { owner: form, table: sourceTable, use: 'read', path: columnPath })]
          : []),
      ];
    }),
  ];
}

/**
 * Returns the references of an expression: the names that it reads; for each look-up also the form, its fields, and the
 * names that its condition (`where`) and its date (`at`) read.
 */
function celReferences(text: string, source: ReferenceSource): UnresolvedReference[] {
  const { path, positionText } = source;
  const nameContext = expressionContext(source);
  const { text: textWithoutCalls, calls } = extractLookups(text);
  const location = { path, positionText };
  return [
    ...namesReadByExpression(textWithoutCalls, nameContext, location, {
      ...prefixTargetsOf(source),
      ...lookupNameTargets(calls.length),
    }),
    ...calls.flatMap(({ to, where, field, at: day, since }): UnresolvedReference[] => {
      const reference = { names: [to], owner: '', table: '', ...location };
      const fields = [field, ...(since === '' ? [] : [since])];
      return [
        { ...reference, kind: 'form', use: 'named' },
        ...fields.map((name): UnresolvedReference => ({
          ...reference,
          kind: 'field',
          names: [name],
          owner: to,
          use: 'read',
        })),
        ...namesReadByExpression(where, nameContext, location, {
          ...prefixTargetsOf(source),
          it: { owner: to, table: '' },
        }),
        ...namesReadByExpression(day, nameContext, location, prefixTargetsOf(source)),
      ];
    }),
  ];
}

/** Maps each name by which `extractLookups` replaced a look-up call to null: such a name is no reference to a field. */
const lookupNameTargets = (count: number): PrefixTargets =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [lookupName(index), null]));

/**
 * Returns the context of the names in an expression. If the key in `x-refers.of` names a form, the context is this
 * form, whose fields are written without a prefix; otherwise it is the context of the value.
 */
function expressionContext(source: ReferenceSource): NameContext {
  const { of } = source.refers;
  const owner = of === undefined ? null : ownerNamedBy(source, of);
  return owner ? formNameContext(owner.owner) : source.nameContext;
}

/**
 * Returns the form or sub-table to which each of the prefixes `it` and `row` refers in the expressions of a value. `it`
 * refers to the form that the key in `x-refers.it` names. `row` refers to the form that the key in `x-refers.row` or
 * else `x-refers.of` names; without both, to the current sub-table. Null: the prefix does not refer to fields. Missing:
 * the word is no prefix here (`it` without `x-refers.it`, `row` outside of a sub-table of a form).
 */
function prefixTargetsOf(source: ReferenceSource): PrefixTargets {
  const { it, row, of } = source.refers;
  const targets: Record<string, PrefixTargets[string]> = {};
  if (it !== undefined) targets.it = ownerNamedBy(source, it);
  const ofTarget = of === undefined ? null : ownerNamedBy(source, of);
  const { formKey, table } = source.nameContext;
  if (row !== undefined) targets.row = ownerNamedBy(source, row);
  else if (ofTarget) targets.row = ofTarget;
  else if (formKey === null) targets.row = null;
  else if (table !== '') targets.row = { owner: formKey, table };
  return targets;
}

/**
 * Returns the references of a roll-up: its source (form and sub-table), the aggregated field, the relation from the
 * source to this record, the field by which the source is sorted, and the names that its condition reads.
 */
function rollupReferences({ node, path, positionText, nameContext }: ReferenceSource): UnresolvedReference[] {
  const rollup = rollupOf(node as FieldNode);
  if (!rollup || nameContext.formKey === null) return [];
  const form = rollup.form ?? nameContext.formKey;
  const table = rollup.table ?? '';
  const fieldReference = (name: string, key: string): UnresolvedReference => ({
    kind: 'field',
    names: [name],
    owner: form,
    table,
    use: 'read',
    path: [...path, key],
    positionText,
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
            positionText,
          },
        ]),
    ...(table === '' ? [] : [{ ...fieldReference(table, 'from'), table: '' }]),
    ...(['via', 'of', 'by'] as const)
      .filter((key) => rollup[key] !== '')
      .map((key) => fieldReference(rollup[key], key)),
    ...(rollup.where === ''
      ? []
      : namesReadByExpression(
          rollup.where,
          NO_NAME_CONTEXT,
          { path: [...path, 'where'], positionText },
          {
            it: { owner: form, table: '' },
            row: { owner: form, table },
          },
        )),
  ];
}
