import type { FieldNode, ListNode } from '../../grammar/nodes.ts';
import type { FormAccess } from '../../rules/keepers.ts';
import {
  type FormDefinition,
  type ColumnTraits,
  type FormLookup,
  staticOptions,
  type Vocabulary,
} from '../../kernel/index.ts';
import type { ListCondition } from '../../runtime/services/paging.ts';
import { fixedConditions } from '../shared/fixedConditions.ts';
import { fieldNodes } from './fieldNodes.ts';
import { filterOfField, filterOfSystemColumn } from './filters.ts';
import {
  controlFor,
  dressOf,
  isShowable,
  widthOf,
  type ListColumn,
  type ListFilter,
  type Written,
} from './listParts.ts';
import { isPath, relatedColumn, relatedFilter } from './relatedColumns.ts';
import { isSystemColumn, SYSTEM_COLUMNS, type SystemColumn } from './systemColumns.ts';

export type { ListColumn, ListFilter } from './listParts.ts';

export interface ListSum {
  field: string;
  label: string;
  precision?: number;
  unit?: string;
}

export type ListAction = NonNullable<ListNode['rowActions']>[number];

export interface CompiledList {
  formKey: string;
  title: string;
  hasFlow: boolean;
  columns: readonly ListColumn[];
  filters: readonly ListFilter[];
  /** Every field and system column that a condition may be put together from (高级筛选). */
  askable: readonly ListFilter[];
  /** Number fields whose sums stand under the list. */
  sums: readonly ListSum[];
  /** Fields of the gantt view; null: the list has no gantt view. */
  gantt: NonNullable<ListNode['gantt']> | null;
  /** The field whose pictures head the cards of the gallery; null: the list has no gallery. */
  gallery: string | null;
  topActions: readonly ListAction[];
  rowActions: readonly ListAction[];
  sort: { field: string; order: 'asc' | 'desc' } | null;
  fixedConditions: readonly ListCondition[];
  isUnfiltered: boolean;
  open: 'page' | 'dialog' | 'drawer';
  /** The page of a record; null: that of its form. */
  recordPath: string | null;
  /** What the columns show of other records. */
  paths: readonly string[];
  access: FormAccess | undefined;
  /** Buttons of the form, for its rows and for selected rows. */
  form: FormDefinition;
}

/** Number of columns shown when a form flags none, so that every published form has a usable list. */
const FALLBACK_COLUMNS = 5;
/** Days before its date from which a column marks a record, where the document says nothing. */
const SOON_DAYS = 30;
const TOP_ACTIONS: readonly ListAction[] = [
  { name: 'create', type: 'primary' },
  { name: 'import' },
  { name: 'export' },
];
const ROW_ACTIONS: readonly ListAction[] = [{ name: 'view' }, { name: 'edit' }, { name: 'remove' }];

type TraitsOf = (node: FieldNode) => ColumnTraits;

function defaultColumns(
  fields: readonly FieldNode[],
  hasFlow: boolean,
  traitsOf: TraitsOf,
): NonNullable<ListNode['columns']> {
  const flagged = fields.filter((node) => node.isList === '1' && isShowable(node));
  const chosen =
    flagged.length > 0
      ? flagged
      : fields.filter((node) => isShowable(node) && !traitsOf(node).isLeftOut).slice(0, FALLBACK_COLUMNS);
  const flow: SystemColumn[] = hasFlow ? ['flwState', 'taskNode'] : [];
  return [...chosen.map((node) => node.__vModel__), ...flow, 'createBy', 'createTime'].map((field) => ({ field }));
}

/** Fields that were flagged after the screen was written come before state and author, so that publishing a form is enough. */
function withNewlyFlagged(written: readonly Written[], fields: readonly FieldNode[]): readonly Written[] {
  const named = new Set(written.map((column) => column.field));
  const added = fields
    .filter((node) => node.isList === '1' && isShowable(node) && !named.has(node.__vModel__))
    .map((node) => ({ field: node.__vModel__ }));
  const firstSystem = written.findIndex((column) => isSystemColumn(column.field));
  const at = firstSystem === -1 ? written.length : firstSystem;
  return [...written.slice(0, at), ...added, ...written.slice(at)];
}

/**
 * A list screen from its node and the form it shows. What the node leaves out comes from the form: columns from
 * `isList`, filters from `isSearch`, the title from the form's name; flagged fields that the node does not mention
 * are added to those it does. A column or filter that names neither a field nor a system column is left out: an
 * older list must survive a field that was removed from its form.
 */
export function compileList(
  node: ListNode,
  form: FormDefinition,
  vocabulary: Vocabulary,
  formOf: FormLookup = () => null,
): CompiledList {
  const traitsOf: TraitsOf = (field) => vocabulary.definition(field.tag)?.column ?? {};
  const fields = fieldNodes(form);
  const byKey = new Map(fields.map((field) => [field.__vModel__, field]));
  const hasFlow = Boolean(form.flowKey);

  const columns = (
    node.columns ? withNewlyFlagged(node.columns, fields) : defaultColumns(fields, hasFlow, traitsOf)
  ).flatMap((written): ListColumn[] => {
    if (isPath(written.field)) return relatedColumn(written, form, formOf, vocabulary);
    const field = byKey.get(written.field);
    const system = field === undefined && isSystemColumn(written.field) ? written.field : null;
    if (field ? !isShowable(field) : system === null) return [];
    const traits = field ? traitsOf(field) : {};
    return [
      {
        field: written.field,
        title:
          written.title ?? (field ? (field.label ?? field.__vModel__) : SYSTEM_COLUMNS[system as SystemColumn].label),
        width: written.width ?? (field ? widthOf(field, traits) : SYSTEM_COLUMNS[system as SystemColumn].width),
        ...(written.fixed ? { fixed: written.fixed } : {}),
        isSortable:
          written.sortable ?? (field ? traits.isSortable !== false && !('multiple' in field && field.multiple) : true),
        isHidden: written.hidden ?? false,
        align: traits.align ?? 'left',
        isLane: field !== undefined && isLaneField(field, vocabulary),
        isDay: field !== undefined && isDayField(field, vocabulary),
        ...dressOf(written),
        ...(written.deadline ? { deadline: { within: SOON_DAYS, ...written.deadline } } : {}),
        node: field ? ((traits.inCell?.(field as never) as FieldNode | undefined) ?? field) : null,
        system,
      },
    ];
  });

  const searched = fields
    .filter((field) => field.isSearch === '1' && isShowable(field))
    .map((field) => ({ field: field.__vModel__ }));
  const writtenFilters = node.filters
    ? [...node.filters, ...searched.filter(({ field }) => !node.filters?.some((filter) => filter.field === field))]
    : [...searched, ...(hasFlow ? [{ field: 'flwState' }] : []), { field: 'createTime' }];
  const filterOf = (written: NonNullable<ListNode['filters']>[number]): ListFilter[] => {
    if (isPath(written.field)) return relatedFilter(written, form, formOf, vocabulary);
    const field = byKey.get(written.field);
    const system = !field && isSystemColumn(written.field) ? written.field : null;
    if (field ? !isShowable(field) : system === null) return [];
    const shape = field ? filterOfField(field, vocabulary) : filterOfSystemColumn(system as SystemColumn);
    const name = field ? (field.label ?? written.field) : SYSTEM_COLUMNS[system as SystemColumn].label;
    return [
      {
        field: written.field,
        label: written.label ?? name,
        op: written.op ?? shape.op,
        control: controlFor(written.op, shape.control),
        defaultValue: written.defaultValue,
      },
    ];
  };
  const askable = [
    ...fields.map((field) => field.__vModel__),
    ...(hasFlow ? ['flwState', 'taskNode'] : []),
    'createBy',
    'createTime',
    'updateTime',
  ].flatMap((field) => filterOf({ field }));

  return {
    formKey: form.formKey,
    title: node.title ?? form.formName,
    hasFlow,
    columns,
    filters: writtenFilters.flatMap(filterOf),
    askable,
    sums: (node.sums ?? []).flatMap((key) => {
      const field = byKey.get(key);
      return field && isShowable(field) ? [sumOf(field)] : [];
    }),
    gantt: node.gantt && byKey.has(node.gantt.start) && byKey.has(node.gantt.end) ? node.gantt : null,
    gallery: node.gallery && byKey.has(node.gallery.picture) ? node.gallery.picture : null,
    topActions: node.topActions ?? TOP_ACTIONS,
    rowActions: node.rowActions ?? ROW_ACTIONS,
    sort: node.sort ? { field: node.sort.field, order: node.sort.order ?? 'desc' } : null,
    fixedConditions: fixedConditions(node.fixedQuery),
    isUnfiltered: node.noAuth ?? false,
    open: node.open ?? 'page',
    recordPath: node.recordPath ?? null,
    paths: columns.filter(({ field }) => isPath(field)).map(({ field }) => field),
    access: form.access,
    form,
  };
}

/** The list without fields that the person's roles never see: the server answers no value of them and refuses to ask by them. */
export function withoutFields(list: CompiledList, hidden: readonly string[]): CompiledList {
  if (hidden.length === 0) return list;
  const isOpen = ({ field }: { field: string }): boolean => !hidden.includes(field.split('.')[0] ?? '');
  return {
    ...list,
    columns: list.columns.filter(isOpen),
    filters: list.filters.filter(isOpen),
    askable: list.askable.filter(isOpen),
    sums: list.sums.filter(isOpen),
    gantt: list.gantt && [list.gantt.start, list.gantt.end].every((field) => isOpen({ field })) ? list.gantt : null,
    gallery: list.gallery !== null && isOpen({ field: list.gallery }) ? list.gallery : null,
    sort: list.sort && isOpen(list.sort) ? list.sort : null,
    paths: list.paths.filter((field) => isOpen({ field })),
  };
}

function isLaneField(field: FieldNode, vocabulary: Vocabulary): boolean {
  const isSeveral = 'multiple' in field && field.multiple === true;
  const options = staticOptions(field);
  const isKnown = options === null ? (field as { isDict?: string }).isDict === '1' : options.length > 0;
  return !isSeveral && isKnown && filterOfField(field, vocabulary).op === 'in' && !isListOf(field, vocabulary);
}

const isListOf = (field: FieldNode, vocabulary: Vocabulary): boolean =>
  vocabulary.definition(field.tag)?.comparedAs?.(field as never) === 'list';

function isDayField(field: FieldNode, vocabulary: Vocabulary): boolean {
  const { control } = filterOfField(field, vocabulary);
  return (
    control.kind === 'date' &&
    control.picker === 'date' &&
    vocabulary.definition(field.tag)?.comparedAs?.(field as never) !== 'span'
  );
}

function sumOf(field: FieldNode): ListSum {
  const { precision, unit } = field as { precision?: number; unit?: string };
  return {
    field: field.__vModel__,
    label: field.label ?? field.__vModel__,
    ...(precision === undefined ? {} : { precision }),
    ...(unit === undefined ? {} : { unit }),
  };
}
