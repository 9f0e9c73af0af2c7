import type { FieldNode, ListNode } from '../../grammar/nodes.ts';
import { isTableNode, type ColumnTraits } from '../../kernel/index.ts';
import type { FilterControl, Operator } from './filters.ts';
import type { SystemColumn } from './systemColumns.ts';

export type Written = NonNullable<ListNode['columns']>[number];

export interface ListColumn {
  field: string;
  title: string;
  width: number;
  fixed?: 'left' | 'right';
  isSortable: boolean;
  /** Not shown until the user ticks it in the column settings. */
  isHidden: boolean;
  align: 'left' | 'right';
  /** Field node whose view face draws the cell; null for a system column. */
  node: FieldNode | null;
  /** Null with a null node: a column that every record has, of another record. */
  system: SystemColumn | null;
  /** The state of another record. */
  isState?: boolean;
  /** One of few known values: may be the lanes of a board. */
  isLane: boolean;
  /** One day: may be shown in a calendar. */
  isDay: boolean;
}

export interface ListFilter {
  field: string;
  label: string;
  op: Operator;
  control: FilterControl;
  defaultValue: unknown;
}

/** Width of a column where neither the document nor the widget gives one, in px. */
const USUAL_WIDTH = 140;
export const isShowable = (node: FieldNode): boolean =>
  !isTableNode(node) && node.flowVisible !== '0' && node.isHideField !== '1';

/** Pixels. A number or "120px" as written, else by what the widget usually needs. */
export function widthOf(node: FieldNode, { listWidth = USUAL_WIDTH }: ColumnTraits): number {
  const written = typeof node.width === 'string' ? Number.parseInt(node.width, 10) : node.width;
  if (typeof written === 'number' && Number.isFinite(written) && written > 0) return written;
  const byLabel = (node.label ?? '').length * 14 + 48;
  return Math.max(typeof listWidth === 'function' ? listWidth(node as never) : listWidth, byLabel);
}

/** A comparison the author wrote decides over the field's type: texts are typed, and one value is chosen, not several. */
export function controlFor(op: Operator | undefined, natural: FilterControl): FilterControl {
  if (op === 'contains' && natural.kind !== 'face') return { kind: 'text' };
  if (op === 'eq' && natural.kind === 'face')
    return { kind: 'face', node: { ...natural.node, multiple: false } as FieldNode };
  if (op === 'eq' && natural.kind === 'state') return { kind: 'state', isSingle: true };
  return natural;
}
