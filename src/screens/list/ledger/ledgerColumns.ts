import type { ListNode } from '../../../grammar/nodes.ts';
import type { Figure, LineHead, LinesPage } from '../../../runtime/services/datasets.ts';
import { headingOf, unitOf } from '../../figures/figureText.ts';
import type { ListColumn } from '../compile.ts';
import { CHARACTER_WIDTH, columnStyleOf, TITLE_PADDING, type ColumnSpec } from '../listParts.ts';

/** A column of a ledger: either a text column (`textHead` is set) or a figure column (`figure` is set). */
export interface LedgerColumn extends ListColumn {
  /** Index of the column in the arrays of a line: in `cells` for a text column, in `values` for a figure column. */
  index: number;
  textHead: LineHead | null;
  figure: Figure | null;
}

// minimum widths of columns in px
const TEXT_WIDTH = 160;
const FIGURE_WIDTH = 130;
const widthForTitle = (title: string, minWidth: number): number =>
  Math.max(minWidth, title.length * CHARACTER_WIDTH + TITLE_PADDING);

/**
 * Returns the columns of a ledger: the document's columns that the answer contains; without columns in the document,
 * all columns of the answer.
 */
export function ledgerColumns(
  node: ListNode,
  { heads, figures }: Pick<LinesPage, 'heads' | 'figures'>,
): LedgerColumn[] {
  const compileColumn = (spec: ColumnSpec): LedgerColumn[] => {
    const headIndex = heads.findIndex(({ key }) => key === spec.field);
    const textHead = heads[headIndex];
    const index = textHead ? headIndex : figures.findIndex(({ key }) => key === spec.field);
    const figure = textHead ? undefined : figures[index];
    if (!textHead && !figure) return [];
    // a unit in the shared heading is not repeated in the column's title
    const isUnitInHeading =
      figure !== undefined && unitOf(figure) !== '' && spec.head?.includes(unitOf(figure)) === true;
    const label = textHead?.label ?? (isUnitInHeading ? figure.label : headingOf(figure as Figure));
    const title = spec.title ?? label;
    return [
      {
        field: spec.field,
        title,
        width: spec.width ?? widthForTitle(title, textHead ? TEXT_WIDTH : FIGURE_WIDTH),
        ...(spec.fixed ? { fixed: spec.fixed } : {}),
        isSortable: spec.sortable ?? true,
        isHidden: spec.hidden ?? false,
        align: figure || textHead?.isNumber ? 'right' : 'left',
        node: null,
        system: null,
        isLaneColumn: false,
        isDayColumn: false,
        ...columnStyleOf(spec),
        index,
        textHead: textHead ?? null,
        figure: figure ?? null,
      },
    ];
  };
  return (node.columns ?? [...heads, ...figures].map(({ key }) => ({ field: key }))).flatMap(compileColumn);
}
