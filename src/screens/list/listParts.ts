import type { FieldNode, ListNode } from '../../grammar/nodes.ts';
import { isTableNode, type ColumnTraits } from '../../kernel/index.ts';
import { compileTone, type ToneOf } from '../figures/tone.ts';
import type { FilterControl, Operator } from './filters.ts';
import type { SystemColumn } from './columns/systemColumns.ts';

/** A column as written in the document. */
export type ColumnSpec = NonNullable<ListNode['columns']>[number];

export interface ListColumn {
  field: string;
  title: string;
  width: number;
  fixed?: 'left' | 'right';
  isSortable: boolean;
  /** Hidden by default: shown only after the user ticks the column in the column settings. */
  isHidden: boolean;
  align: 'left' | 'right';
  /** Field node whose view face renders the cell; null for a system column and for a column of a ledger. */
  node: FieldNode | null;
  /**
   * The system column of this record; null for a field. If `node` is also null: a system column of a related record, or
   * a column of a ledger.
   */
  system: SystemColumn | null;
  /** Only for the column that shows the state of this record. True if the form has no process. */
  hasNoFlow?: boolean;
  /** True when the column shows the flow state of a related record. */
  isRelatedState?: boolean;
  /** True when the column contains one of a few known values, so that a board can have a lane for each value. */
  isLaneColumn: boolean;
  /** True when the column contains a single date, which a calendar can show. */
  isDayColumn: boolean;
  /** True when the column contains a first and a last day. */
  isPeriod?: boolean;
  /** The stored format of a date field. */
  dateFormat?: string;
  /** The shared heading of this and adjacent columns. */
  head?: string | null;
  /** True when the numbers of the column are shown with bars. */
  isBar?: boolean;
  tone?: ToneOf | null;
  /** Marks dates that are at most `within` days away, if the expression `when` is true for the record. */
  deadline?: { within: number; when?: string };
}

export interface ListFilter {
  field: string;
  label: string;
  op: Operator;
  control: FilterControl;
  defaultValue: unknown;
}

/** Returns the style properties of a column from its document: shared heading, bars, colours by condition. */
export const columnStyleOf = ({ head, bar, tone }: ColumnSpec): Pick<ListColumn, 'head' | 'isBar' | 'tone'> => ({
  ...(head ? { head } : {}),
  ...(bar ? { isBar: true } : {}),
  ...(tone ? { tone: compileTone(tone) } : {}),
});

/** Groups columns under shared headings: adjacent columns with the same heading form one group. */
export function groupByHeading<C extends ListColumn>(columns: readonly C[]): { head: string | null; columns: C[] }[] {
  const groups: { head: string | null; columns: C[] }[] = [];
  for (const column of columns) {
    const head = column.head ?? null;
    const last = groups.at(-1);
    const isSameGroup = last?.head === head && last.columns.at(-1)?.fixed === column.fixed;
    if (head !== null && last && isSameGroup) last.columns.push(column);
    else groups.push({ head, columns: [column] });
  }
  return groups;
}

/** Returns the shown columns for the export call. A title under a shared heading becomes `heading / title`. */
export const exportedColumns = (columns: readonly ListColumn[]): { field: string; title: string }[] =>
  columns.map(({ field, title, head }) => ({ field, title: head ? `${head} / ${title}` : title }));

type SortDirection = 'ascend' | 'descend';

/**
 * Returns the sort orders for successive clicks on a heading. The column of the default order has no unsorted state.
 */
export const sortDirectionsOf = (field: string, defaultSort: { field: string } | null): SortDirection[] =>
  field === defaultSort?.field ? ['ascend', 'descend', 'ascend'] : ['ascend', 'descend'];

/** Width of a character of a column's title, and space beside the title, in px. */
export const CHARACTER_WIDTH = 14;
export const TITLE_PADDING = 48;
/** Default width of a column in px. */
const DEFAULT_WIDTH = 140;
/** Returns true if a field can be a column: visible, and not a sub-table. */
export const canBeColumn = (node: FieldNode): boolean =>
  !isTableNode(node) && node.flowVisible !== '0' && node.isHideField !== '1';

/**
 * Returns the width of a column in px: the width in the document (a number or "120px"), or else the width that the
 * widget suggests or the width of the label, whichever is larger.
 */
export function widthOf(node: FieldNode, { listWidth = DEFAULT_WIDTH }: ColumnTraits): number {
  const documentWidth = typeof node.width === 'string' ? Number.parseInt(node.width, 10) : node.width;
  if (typeof documentWidth === 'number' && Number.isFinite(documentWidth) && documentWidth > 0) return documentWidth;
  const labelWidth = (node.label ?? '').length * CHARACTER_WIDTH + TITLE_PADDING;
  return Math.max(typeof listWidth === 'function' ? listWidth(node as never) : listWidth, labelWidth);
}

/**
 * Returns the control for a filter with the operator `op` of the document: `contains` needs a text input, `eq` a single
 * choice; otherwise the field's own control.
 */
export function controlFor(op: Operator | undefined, defaultControl: FilterControl): FilterControl {
  if (op === 'contains' && defaultControl.kind !== 'face') return { kind: 'text' };
  if (op === 'eq' && defaultControl.kind === 'face')
    return { kind: 'face', node: { ...defaultControl.node, multiple: false } as FieldNode };
  if (op === 'eq' && defaultControl.kind === 'state') return { ...defaultControl, isSingle: true };
  return defaultControl;
}
