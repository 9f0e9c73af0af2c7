import type { ListNode } from '../../../grammar/nodes.ts';
import type { Figure, LineHead, LinesPage } from '../../../runtime/services/datasets.ts';
import { headingOf, unitOf } from '../../figures/figureText.ts';
import type { ListColumn } from '../compile.ts';
import { dressOf } from '../listParts.ts';

/** A column of a ledger: what a row says, or a figure of it. */
export interface LedgerColumn extends ListColumn {
  /** Where it stands in the cells of a row, or in its figures. */
  place: number;
  text: LineHead | null;
  figure: Figure | null;
}

const TEXT_WIDTH = 160;
const FIGURE_WIDTH = 130;
const widthFor = (title: string, least: number): number => Math.max(least, title.length * 14 + 48);

type Written = NonNullable<ListNode['columns']>[number];

/** The columns of a ledger: those that the document writes as far as the answer has them, else all of the answer's. */
export function ledgerColumns(
  node: ListNode,
  { heads, figures }: Pick<LinesPage, 'heads' | 'figures'>,
): LedgerColumn[] {
  const own = (written: Written): LedgerColumn[] => {
    const at = heads.findIndex(({ key }) => key === written.field);
    const head = heads[at];
    const place = head ? at : figures.findIndex(({ key }) => key === written.field);
    const figure = head ? undefined : figures[place];
    if (!head && !figure) return [];
    // a unit that stands above several columns is not said again in each of them
    const isSaid = figure !== undefined && unitOf(figure) !== '' && written.head?.includes(unitOf(figure)) === true;
    const label = head?.label ?? (isSaid ? figure.label : headingOf(figure as Figure));
    const title = written.title ?? label;
    return [
      {
        field: written.field,
        title,
        width: written.width ?? widthFor(title, head ? TEXT_WIDTH : FIGURE_WIDTH),
        ...(written.fixed ? { fixed: written.fixed } : {}),
        isSortable: written.sortable ?? true,
        isHidden: written.hidden ?? false,
        align: figure || head?.isNumber ? 'right' : 'left',
        node: null,
        system: null,
        isLane: false,
        isDay: false,
        ...dressOf(written),
        place,
        text: head ?? null,
        figure: figure ?? null,
      },
    ];
  };
  return (node.columns ?? [...heads, ...figures].map(({ key }) => ({ field: key }))).flatMap(own);
}
