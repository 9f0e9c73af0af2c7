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
import { fillCondition, fixedConditions } from '../shared/fixedConditions.ts';
import { VALID_STATE } from '../shared/flowState.ts';
import { fieldNodes } from './fieldNodes.ts';
import { filterOfField, filterOfSystemColumn } from './filters.ts';
import {
  controlFor,
  columnStyleOf,
  canBeColumn,
  widthOf,
  type ListColumn,
  type ListFilter,
  type ColumnSpec,
} from './listParts.ts';
import { isRelationPath, relatedColumn, relatedFilter } from './columns/relatedColumns.ts';
import { isSystemColumn, SYSTEM_COLUMNS, type SystemColumn } from './columns/systemColumns.ts';
import {
  compileViewParts,
  dateFormatOf,
  fillViews,
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

/** A list node of a document, compiled with its form (`compileList`). */
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
  openRecordsIn: 'page' | 'dialog' | 'drawer';
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
/** Default of `deadline.within`: the column marks a record from this number of days before the date in the column. */
const DEFAULT_DEADLINE_DAYS = 30;
const DEFAULT_TOP_ACTIONS: readonly ListAction[] = [
  { name: 'create', type: 'primary' },
  { name: 'import' },
  { name: 'export' },
];
const DEFAULT_ROW_ACTIONS: readonly ListAction[] = [{ name: 'view' }, { name: 'edit' }, { name: 'remove' }];

/** Returns the column properties that the widget of a field defines. */
type TraitsOf = (node: FieldNode) => ColumnTraits;

/**
 * Returns the columns of a list for which the document names none: the fields with `isList`, or the first fields if no
 * field has it, and then the system columns.
 */
function defaultColumns(
  fields: readonly FieldNode[],
  hasFlow: boolean,
  traitsOf: TraitsOf,
): NonNullable<ListNode['columns']> {
  const listedFields = fields.filter((node) => node.isList === '1' && canBeColumn(node));
  const columns =
    listedFields.length > 0
      ? listedFields
      : fields.filter((node) => canBeColumn(node) && !traitsOf(node).isLeftOut).slice(0, FALLBACK_COLUMNS);
  const flowColumns: SystemColumn[] = hasFlow ? ['flwState', 'taskNode'] : [];
  return [...columns.map((node) => node.__vModel__), ...flowColumns, 'createBy', 'createTime'].map((field) => ({
    field,
  }));
}

/**
 * Adds columns for the fields with `isList` that the document does not name, before the first system column. So a new
 * field appears in the list as soon as the form is published.
 */
function withListedFields(specs: readonly ColumnSpec[], fields: readonly FieldNode[]): readonly ColumnSpec[] {
  const specFields = new Set(specs.map((column) => column.field));
  const addedSpecs = fields
    .filter((node) => node.isList === '1' && canBeColumn(node) && !specFields.has(node.__vModel__))
    .map((node) => ({ field: node.__vModel__ }));
  const firstSystemIndex = specs.findIndex((column) => isSystemColumn(column.field));
  const position = firstSystemIndex === -1 ? specs.length : firstSystemIndex;
  return [...specs.slice(0, position), ...addedSpecs, ...specs.slice(position)];
}

type FilterSpec = NonNullable<ListNode['filters']>[number];

/** For a form without a process: adds a hidden column for the record's state, unless the list has such a column. */
const withHiddenStateColumn = (specs: readonly ColumnSpec[]): readonly ColumnSpec[] =>
  specs.some(({ field }) => field === 'flwState') ? specs : [...specs, { field: 'flwState', hidden: true }];

/** For a form without a process: adds a filter by the record's state, unless the list has such a filter. */
const withStateFilter = (specs: readonly FilterSpec[]): readonly FilterSpec[] =>
  specs.some(({ field }) => field === 'flwState') ? specs : [...specs, { field: 'flwState', op: 'eq' }];

/**
 * Compiles a list node with its form. The form provides defaults: columns from `isList`, filters from `isSearch`, the
 * title from the form's name. Fields with these flags are also added to columns and filters that the node defines. A
 * column or filter whose field does not exist or cannot be shown in a list is omitted, so that a list survives the
 * removal of a field. `formOf` finds the forms to which relation paths lead; by default it finds none.
 */
export function compileList(
  node: ListNode,
  form: FormDefinition,
  vocabulary: Vocabulary,
  formOf: FormLookup = () => null,
): CompiledList {
  const traitsOf: TraitsOf = (field) => vocabulary.definition(field.tag)?.column ?? {};
  const fields = fieldNodes(form);
  const fieldsByKey = new Map(fields.map((field) => [field.__vModel__, field]));
  const hasFlow = Boolean(form.flowKey);

  const nameOf = (column: SystemColumn): string =>
    column === 'flwState' && !hasFlow ? '记录状态' : SYSTEM_COLUMNS[column].label;
  const columnSpecs = node.columns ? withListedFields(node.columns, fields) : defaultColumns(fields, hasFlow, traitsOf);
  const columns = (hasFlow ? columnSpecs : withHiddenStateColumn(columnSpecs)).flatMap((spec): ListColumn[] => {
    if (isRelationPath(spec.field)) return relatedColumn(spec, form, formOf, vocabulary);
    const field = fieldsByKey.get(spec.field);
    const systemColumn = field === undefined && isSystemColumn(spec.field) ? spec.field : null;
    if (field ? !canBeColumn(field) : systemColumn === null) return [];
    const traits = field ? traitsOf(field) : {};
    return [
      {
        field: spec.field,
        title: spec.title ?? (field ? (field.label ?? field.__vModel__) : nameOf(systemColumn as SystemColumn)),
        width: spec.width ?? (field ? widthOf(field, traits) : SYSTEM_COLUMNS[systemColumn as SystemColumn].width),
        ...(spec.fixed ? { fixed: spec.fixed } : {}),
        isSortable:
          spec.sortable ?? (field ? traits.isSortable !== false && !('multiple' in field && field.multiple) : true),
        isHidden: spec.hidden ?? false,
        align: traits.align ?? 'left',
        isLaneColumn: field !== undefined && isLaneField(field, vocabulary),
        isDayColumn: field !== undefined && isDayField(field, vocabulary),
        ...(field && isPeriodField(field, vocabulary) ? { isPeriod: true } : {}),
        ...columnStyleOf(spec),
        ...dateFormatOf(field, vocabulary),
        ...(spec.deadline ? { deadline: { within: DEFAULT_DEADLINE_DAYS, ...spec.deadline } } : {}),
        node: field ? ((traits.nodeInListCell?.(field as never) as FieldNode | undefined) ?? field) : null,
        system: systemColumn,
        ...(systemColumn === 'flwState' && !hasFlow ? { hasNoFlow: true } : {}),
      },
    ];
  });

  const searchFields = fields
    .filter((field) => field.isSearch === '1' && canBeColumn(field))
    .map((field) => ({ field: field.__vModel__ }));
  const baseFilterSpecs = node.filters
    ? [...node.filters, ...searchFields.filter(({ field }) => !node.filters?.some((filter) => filter.field === field))]
    : [...searchFields, ...(hasFlow ? [{ field: 'flwState' }] : []), { field: 'createTime' }];
  // no filter by state is added to a list without filters, nor to a list whose fixed conditions determine the state
  const filterSpecs =
    hasFlow || baseFilterSpecs.length === 0 || Object.hasOwn(node.fixedQuery ?? {}, 'flwState')
      ? baseFilterSpecs
      : withStateFilter(baseFilterSpecs);
  const compileFilter = (spec: NonNullable<ListNode['filters']>[number]): ListFilter[] => {
    if (isRelationPath(spec.field)) return relatedFilter(spec, form, formOf, vocabulary);
    const field = fieldsByKey.get(spec.field);
    const systemColumn = !field && isSystemColumn(spec.field) ? spec.field : null;
    if (field ? !canBeColumn(field) : systemColumn === null) return [];
    const defaultFilter = field
      ? filterOfField(field, vocabulary)
      : filterOfSystemColumn(systemColumn as SystemColumn, hasFlow);
    const op = spec.op ?? defaultFilter.op;
    // by default, the list of a form without a process leaves out voided records
    const validState = op === 'eq' ? VALID_STATE : [VALID_STATE];
    const name = field ? (field.label ?? spec.field) : nameOf(systemColumn as SystemColumn);
    return [
      {
        field: spec.field,
        label: spec.label ?? name,
        op,
        control: controlFor(spec.op, defaultFilter.control),
        defaultValue: spec.defaultValue ?? (systemColumn === 'flwState' && !hasFlow ? validState : undefined),
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
  ].flatMap((field) => compileFilter({ field }));

  return {
    formKey: form.formKey,
    title: node.title ?? form.formName,
    hasFlow,
    columns,
    filters: filterSpecs.flatMap(compileFilter),
    conditionFields,
    sums: (node.sums ?? []).flatMap((key) => {
      const field = fieldsByKey.get(key);
      return field && canBeColumn(field) ? [sumOf(field)] : [];
    }),
    ...compileViewParts(node, fieldsByKey, vocabulary),
    gantt: ganttOf(node.gantt, fieldsByKey, vocabulary),
    gallery: node.gallery && fieldsByKey.has(node.gallery.picture) ? node.gallery.picture : null,
    topActions: node.topActions ?? DEFAULT_TOP_ACTIONS,
    rowActions: node.rowActions ?? DEFAULT_ROW_ACTIONS,
    sort: node.sort ? { field: node.sort.field, order: node.sort.order ?? 'desc' } : null,
    fixedConditions: fixedConditions(node.fixedQuery),
    isWholeUnit: node.noAuth ?? false,
    openRecordsIn: node.open ?? 'page',
    recordPath: node.recordPath ?? null,
    paths: columns.filter(({ field }) => isRelationPath(field)).map(({ field }) => field),
    access: form.access,
    form,
  };
}

/**
 * Returns the list without the fields that are hidden from the person's roles: the server omits their values and
 * rejects conditions on them.
 */
export function withoutFields(list: CompiledList, hiddenFields: readonly string[]): CompiledList {
  if (hiddenFields.length === 0) return list;
  const isVisible = ({ field }: { field: string }): boolean => !hiddenFields.includes(field.split('.')[0] ?? '');
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
 * Fills the placeholders in the fixed conditions, in the initial values of the filters and in the views that the
 * document defines.
 */
export function fillListPlaceholders(list: CompiledList, source: PlaceholderValues): CompiledList {
  return {
    ...list,
    fixedConditions: list.fixedConditions.map((condition) => fillCondition(condition, source)),
    documentViews: fillViews(list.documentViews, source),
    filters: list.filters.map((filter) => ({
      ...filter,
      defaultValue: fillPlaceholders(filter.defaultValue, source),
    })),
  };
}

/**
 * Returns the fields of the gantt view with their date formats; null for a list without a gantt view, and if the field
 * of the start or of the end does not exist.
 */
function ganttOf(
  spec: ListNode['gantt'],
  fields: ReadonlyMap<string, FieldNode>,
  vocabulary: Vocabulary,
): CompiledList['gantt'] {
  const [start, end] = [fields.get(spec?.start ?? ''), fields.get(spec?.end ?? '')];
  if (!spec || !start || !end) return null;
  const { dateFormat: startFormat } = dateFormatOf(start, vocabulary);
  const { dateFormat: endFormat } = dateFormatOf(end, vocabulary);
  return { ...spec, ...(startFormat ? { startFormat } : {}), ...(endFormat ? { endFormat } : {}) };
}

/** Returns true if the values of a field can be the lanes of a board: one value from fixed options or a dictionary. */
function isLaneField(field: FieldNode, vocabulary: Vocabulary): boolean {
  const isMultiple = 'multiple' in field && field.multiple === true;
  const options = staticOptions(field);
  const hasKnownOptions = options === null ? (field as { isDict?: string }).isDict === '1' : options.length > 0;
  return (
    !isMultiple &&
    hasKnownOptions &&
    filterOfField(field, vocabulary).op === 'in' &&
    !isComparedAsList(field, vocabulary)
  );
}

const isComparedAsList = (field: FieldNode, vocabulary: Vocabulary): boolean =>
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
