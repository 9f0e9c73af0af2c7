import type { FieldNode, ListNode } from '../../grammar/nodes.ts';
import { isTableNode, type ColumnTraits } from '../../kernel/index.ts';
import { toneOf, type Tone } from '../figures/tone.ts';
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
  /** The column holds one of a few known values, which may be the lanes of a board. */
  isLane: boolean;
  /** The column holds one day and may be shown in a calendar. */
  isDay: boolean;
  /** The heading that the column shares with adjacent columns. */
  head?: string | null;
  /** The numbers of the column are shown as bars. */
  isBar?: boolean;
  tone?: Tone | null;
  /** How near the day must be to be marked, and for which records. */
  deadline?: { within: number; when?: string };
}

export interface ListFilter {
  field: string;
  label: string;
  op: Operator;
  control: FilterControl;
  defaultValue: unknown;
}

/** How a column is dressed, as the document says: under a shared heading, with bars, coloured by condition. */
export const dressOf = ({ head, bar, tone }: Written): Pick<ListColumn, 'head' | 'isBar' | 'tone'> => ({
  ...(head ? { head } : {}),
  ...(bar ? { isBar: true } : {}),
  ...(tone ? { tone: toneOf(tone) } : {}),
});

/** Groups columns under shared headings: adjacent columns with the same heading form one group. */
export function underHeads<C extends ListColumn>(columns: readonly C[]): { head: string | null; columns: C[] }[] {
  const parts: { head: string | null; columns: C[] }[] = [];
  for (const column of columns) {
    const head = column.head ?? null;
    const last = parts.at(-1);
    const isSame = last?.head === head && last.columns.at(-1)?.fixed === column.fixed;
    if (head !== null && last && isSame) last.columns.push(column);
    else parts.push({ head, columns: [column] });
  }
  return parts;
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
