import type { FieldNode, ListNode } from '../../grammar/nodes.ts';
import type { FormAccess } from '../../rules/keepers.ts';
import {
  type FormDefinition,
  type ColumnTraits,
  fillPlaceholders,
  type PlaceholderValues,
  staticOptions,
  type Vocabulary,
} from '../../kernel/index.ts';
import type { FormLookup } from '../../relations/index.ts';
import type { ListCondition } from '../../runtime/services/paging.ts';
import { filledCondition, fixedConditions } from '../shared/fixedConditions.ts';
import { VALID_STATE } from '../shared/flowState.ts';
import { fieldNodes } from './fieldNodes.ts';
import { filterOfField, filterOfSystemColumn } from './filters.ts';
import {
  controlFor,
  columnStyleOf,
  isShowable,
  widthOf,
  type ListColumn,
  type ListFilter,
  type ColumnSpec,
} from './listParts.ts';
import { isPath, relatedColumn, relatedFilter } from './columns/relatedColumns.ts';
import { isSystemColumn, SYSTEM_COLUMNS, type SystemColumn } from './columns/systemColumns.ts';
import {
  compileViewParts,
  dateFormatOf,
  filledViews,
  isDayField,
  isPeriodField,
  visibleViewParts,
  type ListViewParts,
} from './viewParts.ts';

export type { ListColumn, ListFilter } from './listParts.ts';

export interface ListSum {
  field: string;
  label: string;
  precision?: number;
  unit?: string;
}

export type ListAction = NonNullable<ListNode['rowActions']>[number];

export interface CompiledList extends ListViewParts {
  formKey: string;
  title: string;
  hasFlow: boolean;
  columns: readonly ListColumn[];
  filters: readonly ListFilter[];
  /** All fields and system columns of the advanced filter (高级筛选). */
  conditionFields: readonly ListFilter[];
  /** Number fields whose sums are shown below the list. */
  sums: readonly ListSum[];
  /** Fields of the gantt view; null: the list has no gantt view. */
  gantt: (NonNullable<ListNode['gantt']> & { startFormat?: string; endFormat?: string }) | null;
  /** The picture field of the gallery cards; null: the list has no gallery. */
  gallery: string | null;
  topActions: readonly ListAction[];
  rowActions: readonly ListAction[];
  sort: { field: string; order: 'asc' | 'desc' } | null;
  fixedConditions: readonly ListCondition[];
  /** True: loads the records of the whole unit (`listNoAuth`), not only those that the person may normally read. */
  isWholeUnit: boolean;
  open: 'page' | 'dialog' | 'drawer';
  /** Path of the record page; null: the default record page of the form. */
  recordPath: string | null;
  /** Paths along relations to the values that columns show. */
  paths: readonly string[];
  access: FormAccess | undefined;
  /** The form, which defines the buttons for rows and for selected rows. */
  form: FormDefinition;
}

/** Number of columns if no field of the form has `isList`, so that every published form has a usable list. */
const FALLBACK_COLUMNS = 5;
/** Default of `deadline.within`: number of days before a date from which the column marks the record. */
const DEFAULT_DEADLINE_DAYS = 30;
const DEFAULT_TOP_ACTIONS: readonly ListAction[] = [
  { name: 'create', type: 'primary' },
  { name: 'import' },
  { name: 'export' },
];
const DEFAULT_ROW_ACTIONS: readonly ListAction[] = [{ name: 'view' }, { name: 'edit' }, { name: 'remove' }];

type TraitsOf = (node: FieldNode) => ColumnTraits;

function defaultColumns(
  fields: readonly FieldNode[],
  hasFlow: boolean,
  traitsOf: TraitsOf,
): NonNullable<ListNode['columns']> {
  const flagged = fields.filter((node) => node.isList === '1' && isShowable(node));
  const columns =
    flagged.length > 0
      ? flagged
      : fields.filter((node) => isShowable(node) && !traitsOf(node).isLeftOut).slice(0, FALLBACK_COLUMNS);
  const flowColumns: SystemColumn[] = hasFlow ? ['flwState', 'taskNode'] : [];
  return [...columns.map((node) => node.__vModel__), ...flowColumns, 'createBy', 'createTime'].map((field) => ({
    field,
  }));
}

/**
 * Adds fields with `isList` that are not in the document, before the first system column. A new field then appears in
 * the list as soon as the form is published.
 */
function withNewlyFlagged(written: readonly ColumnSpec[], fields: readonly FieldNode[]): readonly ColumnSpec[] {
  const writtenFields = new Set(written.map((column) => column.field));
  const added = fields
    .filter((node) => node.isList === '1' && isShowable(node) && !writtenFields.has(node.__vModel__))
    .map((node) => ({ field: node.__vModel__ }));
  const firstSystemIndex = written.findIndex((column) => isSystemColumn(column.field));
  const position = firstSystemIndex === -1 ? written.length : firstSystemIndex;
  return [...written.slice(0, position), ...added, ...written.slice(position)];
}

type FilterSpec = NonNullable<ListNode['filters']>[number];

/** Adds a hidden column for the state to a form without a process. */
const withHiddenState = (written: readonly ColumnSpec[]): readonly ColumnSpec[] =>
  written.some(({ field }) => field === 'flwState') ? written : [...written, { field: 'flwState', hidden: true }];

/** Adds a filter by state to a form without a process. */
const withState = (written: readonly FilterSpec[]): readonly FilterSpec[] =>
  written.some(({ field }) => field === 'flwState') ? written : [...written, { field: 'flwState', op: 'eq' }];

/**
 * Compiles a list node with its form. The form provides defaults: columns from `isList`, filters from `isSearch`, the
 * title from the form's name. Fields with these flags are added to the node's columns and filters. A column or filter
 * that is neither a field nor a system column is omitted, so that a list survives the removal of a field.
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

  const nameOf = (column: SystemColumn): string =>
    column === 'flwState' && !hasFlow ? '记录状态' : SYSTEM_COLUMNS[column].label;
  const writtenColumns = node.columns
    ? withNewlyFlagged(node.columns, fields)
    : defaultColumns(fields, hasFlow, traitsOf);
  const columns = (hasFlow ? writtenColumns : withHiddenState(writtenColumns)).flatMap((written): ListColumn[] => {
    if (isPath(written.field)) return relatedColumn(written, form, formOf, vocabulary);
    const field = byKey.get(written.field);
    const system = field === undefined && isSystemColumn(written.field) ? written.field : null;
    if (field ? !isShowable(field) : system === null) return [];
    const traits = field ? traitsOf(field) : {};
    return [
      {
        field: written.field,
        title: written.title ?? (field ? (field.label ?? field.__vModel__) : nameOf(system as SystemColumn)),
        width: written.width ?? (field ? widthOf(field, traits) : SYSTEM_COLUMNS[system as SystemColumn].width),
        ...(written.fixed ? { fixed: written.fixed } : {}),
        isSortable:
          written.sortable ?? (field ? traits.isSortable !== false && !('multiple' in field && field.multiple) : true),
        isHidden: written.hidden ?? false,
        align: traits.align ?? 'left',
        isLane: field !== undefined && isLaneField(field, vocabulary),
        isDay: field !== undefined && isDayField(field, vocabulary),
        ...(field && isPeriodField(field, vocabulary) ? { isPeriod: true } : {}),
        ...columnStyleOf(written),
        ...dateFormatOf(field, vocabulary),
        ...(written.deadline ? { deadline: { within: DEFAULT_DEADLINE_DAYS, ...written.deadline } } : {}),
        node: field ? ((traits.inCell?.(field as never) as FieldNode | undefined) ?? field) : null,
        system,
        ...(system === 'flwState' && !hasFlow ? { isRegister: true } : {}),
      },
    ];
  });

  const searchFields = fields
    .filter((field) => field.isSearch === '1' && isShowable(field))
    .map((field) => ({ field: field.__vModel__ }));
  const filtersByDocument = node.filters
    ? [...node.filters, ...searchFields.filter(({ field }) => !node.filters?.some((filter) => filter.field === field))]
    : [...searchFields, ...(hasFlow ? [{ field: 'flwState' }] : []), { field: 'createTime' }];
  const writtenFilters =
    hasFlow || filtersByDocument.length === 0 || Object.hasOwn(node.fixedQuery ?? {}, 'flwState')
      ? filtersByDocument
      : withState(filtersByDocument);
  const filterOf = (written: NonNullable<ListNode['filters']>[number]): ListFilter[] => {
    if (isPath(written.field)) return relatedFilter(written, form, formOf, vocabulary);
    const field = byKey.get(written.field);
    const system = !field && isSystemColumn(written.field) ? written.field : null;
    if (field ? !isShowable(field) : system === null) return [];
    const defaultFilter = field
      ? filterOfField(field, vocabulary)
      : filterOfSystemColumn(system as SystemColumn, hasFlow);
    const op = written.op ?? defaultFilter.op;
    // by default, the list of a form without a process leaves out voided records
    const validState = op === 'eq' ? VALID_STATE : [VALID_STATE];
    const name = field ? (field.label ?? written.field) : nameOf(system as SystemColumn);
    return [
      {
        field: written.field,
        label: written.label ?? name,
        op,
        control: controlFor(written.op, defaultFilter.control),
        defaultValue: written.defaultValue ?? (system === 'flwState' && !hasFlow ? validState : undefined),
      },
    ];
  };
  const conditionFields = [
    ...fields.map((field) => field.__vModel__),
    'flwState',
    ...(hasFlow ? ['taskNode'] : []),
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
    conditionFields,
    sums: (node.sums ?? []).flatMap((key) => {
      const field = byKey.get(key);
      return field && isShowable(field) ? [sumOf(field)] : [];
    }),
    ...compileViewParts(node, byKey, vocabulary),
    gantt: ganttOf(node.gantt, byKey, vocabulary),
    gallery: node.gallery && byKey.has(node.gallery.picture) ? node.gallery.picture : null,
    topActions: node.topActions ?? DEFAULT_TOP_ACTIONS,
    rowActions: node.rowActions ?? DEFAULT_ROW_ACTIONS,
    sort: node.sort ? { field: node.sort.field, order: node.sort.order ?? 'desc' } : null,
    fixedConditions: fixedConditions(node.fixedQuery),
    isWholeUnit: node.noAuth ?? false,
    open: node.open ?? 'page',
    recordPath: node.recordPath ?? null,
    paths: columns.filter(({ field }) => isPath(field)).map(({ field }) => field),
    access: form.access,
    form,
  };
}

/**
 * Removes the fields that are hidden from the person's roles: the server omits their values and rejects conditions on
 * them.
 */
export function withoutFields(list: CompiledList, hidden: readonly string[]): CompiledList {
  if (hidden.length === 0) return list;
  const isVisible = ({ field }: { field: string }): boolean => !hidden.includes(field.split('.')[0] ?? '');
  return {
    ...list,
    columns: list.columns.filter(isVisible),
    filters: list.filters.filter(isVisible),
    conditionFields: list.conditionFields.filter(isVisible),
    sums: list.sums.filter(isVisible),
    ...visibleViewParts(list, (field) => isVisible({ field })),
    gantt: list.gantt && [list.gantt.start, list.gantt.end].every((field) => isVisible({ field })) ? list.gantt : null,
    gallery: list.gallery !== null && isVisible({ field: list.gallery }) ? list.gallery : null,
    sort: list.sort && isVisible(list.sort) ? list.sort : null,
    paths: list.paths.filter((field) => isVisible({ field })),
  };
}

/**
 * Fills the placeholders in the fixed conditions, in the initial values of the filters and in the prepared views
 * (`filledCondition`).
 */
export function fillListPlaceholders(list: CompiledList, source: PlaceholderValues): CompiledList {
  return {
    ...list,
    fixedConditions: list.fixedConditions.map((condition) => filledCondition(condition, source)),
    preparedViews: filledViews(list.preparedViews, source),
    filters: list.filters.map((filter) => ({
      ...filter,
      defaultValue: fillPlaceholders(filter.defaultValue, source),
    })),
  };
}

/** Returns the fields of the gantt view with their date formats; null if one of its two dates does not exist. */
function ganttOf(
  written: ListNode['gantt'],
  fields: ReadonlyMap<string, FieldNode>,
  vocabulary: Vocabulary,
): CompiledList['gantt'] {
  const [start, end] = [fields.get(written?.start ?? ''), fields.get(written?.end ?? '')];
  if (!written || !start || !end) return null;
  const { dateFormat: startFormat } = dateFormatOf(start, vocabulary);
  const { dateFormat: endFormat } = dateFormatOf(end, vocabulary);
  return { ...written, ...(startFormat ? { startFormat } : {}), ...(endFormat ? { endFormat } : {}) };
}

/** Returns true if the values of a field can be the lanes of a board: one value from fixed options or a dictionary. */
function isLaneField(field: FieldNode, vocabulary: Vocabulary): boolean {
  const isMultiple = 'multiple' in field && field.multiple === true;
  const options = staticOptions(field);
  const hasKnownOptions = options === null ? (field as { isDict?: string }).isDict === '1' : options.length > 0;
  return !isMultiple && hasKnownOptions && filterOfField(field, vocabulary).op === 'in' && !isListOf(field, vocabulary);
}

const isListOf = (field: FieldNode, vocabulary: Vocabulary): boolean =>
  vocabulary.definition(field.tag)?.comparedAs?.(field as never) === 'list';

function sumOf(field: FieldNode): ListSum {
  const { precision, unit } = field as { precision?: number; unit?: string };
  return {
    field: field.__vModel__,
    label: field.label ?? field.__vModel__,
    ...(precision === undefined ? {} : { precision }),
    ...(unit === undefined ? {} : { unit }),
  };
}
