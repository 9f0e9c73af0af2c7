import type { AnyNode } from '../../grammar/nodes.ts';
import { ASKED_COLUMNS, ROW_NAMES, SYSTEM_COLUMNS } from '../../rules/listNames.ts';
import { type ErrorCode, type Path, type Problem, problem, warning } from '../../domain/problem/index.ts';
import { readsIn } from '../expressions/expressions.ts';
import { isFieldNode, walkNodes, isTableNode, isPlaceholderNode } from '../nodes.ts';
import { columnNodes } from '../types.ts';
import type { PlaceOf } from './references.ts';

/** What becomes of a field's name: shown or offered, put into the question that a list asks, read by a condition, printed. */
type Use = 'shown' | 'asked' | 'read' | 'printed';

/** A name of something that stands outside of its document, and where the document says it. */
export type Named =
  | { kind: 'dictionary' | 'form' | 'action'; name: string; path: Path }
  | { kind: 'field'; name: string; path: Path; formKey: string; use: Use };

/** What there is outside. `undefined`: not known. */
export interface Outside {
  /** Keys of a published form's fields outside of its tables; null: there is no such form. */
  fieldsOf(formKey: string): ReadonlySet<string> | null | undefined;
  hasDictionary(code: string): boolean | undefined;
  hasAction(name: string): boolean | undefined;
}

/** What a list leaves out and goes on is warned of; what it fails on, or what never holds, is an error. */
const USES: Readonly<Record<Use, { beside: readonly string[]; report: typeof problem; code: ErrorCode }>> = {
  shown: { beside: SYSTEM_COLUMNS, report: warning, code: 'DOC_REFERENCE' },
  asked: { beside: ASKED_COLUMNS, report: problem, code: 'DOC_REFERENCE' },
  read: { beside: ROW_NAMES, report: problem, code: 'DOC_EXPRESSION_NAME' },
  printed: { beside: [], report: warning, code: 'DOC_REFERENCE' },
};

interface Action {
  name?: string;
  when?: string;
}
interface Block {
  formKey?: string;
  columns?: { field: string }[];
  filters?: { field: string }[];
  sort?: { field: string };
  fixedQuery?: Record<string, unknown>;
  topActions?: Action[];
  rowActions?: Action[];
  fields?: unknown;
  code?: string;
}

const ACTION_LISTS = ['topActions', 'rowActions'] as const;

function namedByList(node: AnyNode, placeOf: PlaceOf): Named[] {
  const { formKey, columns = [], filters = [], sort, fixedQuery = {}, ...block } = node as Block;
  const actions = ACTION_LISTS.flatMap((list) =>
    (block[list] ?? []).map((action, index) => ({ action, path: [...placeOf(node, list), index] })),
  );
  const names = actions.flatMap(({ action, path }): Named[] =>
    action.name === undefined ? [] : [{ kind: 'action', name: action.name, path: [...path, 'name'] }],
  );
  if (formKey === undefined) return names;
  const field = (use: Use, name: string, path: Path): Named => ({ kind: 'field', use, name, path, formKey });
  return [
    ...columns.map((column, index) => field('shown', column.field, [...placeOf(node, 'columns'), index, 'field'])),
    ...filters.map((filter, index) => field('shown', filter.field, [...placeOf(node, 'filters'), index, 'field'])),
    ...(sort ? [field('asked', sort.field, [...placeOf(node, 'sort'), 'field'])] : []),
    ...Object.keys(fixedQuery).map((name) => field('asked', name, [...placeOf(node, 'fixedQuery'), name])),
    ...names,
    ...actions.flatMap(({ action, path }) =>
      readsIn(action.when ?? '')
        .members.filter(([root]) => root === 'row')
        .map(([, name]) => field('read', name, [...path, 'when'])),
    ),
  ];
}

/** Labels and code cards write the fields of their records. */
function namedByPrint(node: AnyNode, placeOf: PlaceOf): Named[] {
  const { formKey, fields, code } = node as Block;
  if (formKey === undefined || !Array.isArray(fields)) return [];
  const field = (name: string, path: Path): Named => ({ kind: 'field', use: 'printed', name, path, formKey });
  return [
    ...(code === undefined ? [] : [field(code, placeOf(node, 'code'))]),
    ...(fields as string[]).map((name, index) => field(name, [...placeOf(node, 'fields'), index])),
  ];
}

/** Related records are asked for by the relation that points here; what stands behind it is judged with the other forms. */
function namedByRelated(node: AnyNode, placeOf: PlaceOf): Named[] {
  const {
    formKey,
    via,
    columns = [],
    sums = [],
    sum,
    sort,
    presets = {},
  } = node as unknown as {
    formKey?: string;
    via?: string;
    columns?: string[];
    sums?: string[];
    sum?: string;
    sort?: { field: string };
    presets?: Record<string, unknown>;
  };
  if (formKey === undefined) return [];
  const field = (use: Use, name: string, path: Path): Named => ({ kind: 'field', use, name, path, formKey });
  const listed = Array.isArray(columns) ? columns.filter((name) => typeof name === 'string') : [];
  return [
    ...(via === undefined ? [] : [field('asked', via.split('.')[0] as string, placeOf(node, 'via'))]),
    ...listed.map((name, index) => field('shown', name, [...placeOf(node, 'columns'), index])),
    ...sums.map((name, index) => field('asked', name, [...placeOf(node, 'sums'), index])),
    ...(sum === undefined ? [] : [field('asked', sum, placeOf(node, 'sum'))]),
    ...(sort ? [field('asked', sort.field, [...placeOf(node, 'sort'), 'field'])] : []),
    ...Object.keys(presets).map((name) => field('asked', name, [...placeOf(node, 'presets'), name])),
  ];
}

function dictionaryOf(node: unknown, path: Path): Named[] {
  const { isDict, dictCode } = (node ?? {}) as { isDict?: unknown; dictCode?: unknown };
  return isDict === '1' && typeof dictCode === 'string' && dictCode !== ''
    ? [{ kind: 'dictionary', name: dictCode, path }]
    : [];
}

function namedByNode(node: AnyNode, placeOf: PlaceOf): Named[] {
  if (isFieldNode(node)) return dictionaryOf(node, placeOf(node, 'dictCode'));
  if (isPlaceholderNode(node)) return [];
  if (node.tag === 'mailWrite' || node.tag === 'noticeManager')
    return (node.fields as unknown[]).flatMap((field, index) =>
      dictionaryOf(field, [...placeOf(node, 'fields'), index, 'dictCode']),
    );
  const { formKey } = node as Block;
  const form: Named[] = formKey === undefined ? [] : [{ kind: 'form', name: formKey, path: placeOf(node, 'formKey') }];
  if (node.tag === 'list') return [...form, ...namedByList(node, placeOf)];
  if (node.tag === 'relatedList' || node.tag === 'statCard') return [...form, ...namedByRelated(node, placeOf)];
  return node.tag === 'labelPrint' || node.tag === 'codeCards' ? [...form, ...namedByPrint(node, placeOf)] : form;
}

/** Everything a document names that only who knows the other documents can judge. */
export function namedIn(roots: readonly AnyNode[], placeOf: PlaceOf): Named[] {
  const nodes = [...walkNodes(roots)].map(({ node }) => node);
  return nodes
    .flatMap((node): AnyNode[] => (isTableNode(node) ? [node, ...columnNodes(node)] : [node]))
    .flatMap((node) => namedByNode(node, placeOf));
}

/** A list follows relations (`contract.customer`): of such a path the relation of its own form is judged here. */
const ownPart = (name: string, use: Use): string =>
  use === 'shown' || use === 'asked' ? (name.split('.')[0] ?? name) : name;

/** A field's text stands beside its value. */
const isKnownTo = (fields: ReadonlySet<string>, { name, use }: { name: string; use: Use }): boolean =>
  fields.has(ownPart(name, use)) ||
  USES[use].beside.includes(name) ||
  (use === 'read' && name.endsWith('Label') && fields.has(name.slice(0, -'Label'.length)));

/** What is named and is not there. */
export function checkNamed(named: readonly Named[], { fieldsOf, hasDictionary, hasAction }: Outside): Problem[] {
  return named.flatMap((one): Problem[] => {
    const { kind, name, path } = one;
    switch (kind) {
      case 'dictionary':
        return hasDictionary(name) === false ? [warning('DOC_REFERENCE', path, { kind: '字典', name })] : [];
      case 'form':
        return fieldsOf(name) === null ? [problem('DOC_REFERENCE', path, { kind: '已发布表单', name })] : [];
      case 'action':
        return hasAction(name) === false ? [warning('DOC_EVENT', path, { event: name })] : [];
      case 'field': {
        const fields = fieldsOf(one.formKey);
        const { report, code } = USES[one.use];
        return !fields || isKnownTo(fields, one) ? [] : [report(code, path, { kind: '字段', name })];
      }
    }
  });
}

/** Names of one kind, each once. */
export const namesOf = (named: readonly Named[], kind: Named['kind']): string[] => [
  ...new Set(named.filter((one) => one.kind === kind).map(({ name }) => name)),
];

/** The fields of a form that records keep outside of tables. */
export const fieldKeys = (roots: readonly AnyNode[]): ReadonlySet<string> =>
  new Set(
    [...walkNodes(roots)]
      .map(({ node }) => node)
      .filter(isFieldNode)
      .filter((node) => !isTableNode(node))
      .map(({ __vModel__: key }) => key),
  );
