/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props, jsx-a11y/control-has-associated-label -- rows and columns outside the visible area are not rendered, which a <table> cannot express */
import { roundTo } from '../../../domain/numbers.ts';
import { screenCellText } from '../cellText.ts';
import { INDEX_WIDTH, leadColumnCount, leadWidth, type ColumnLayout } from '../columns.ts';
import { useTable, useTopic, type TableModel } from '../model.ts';
import { cellStyle, fixedClass } from './styles.ts';
import { renderColumns } from './renderColumns.tsx';

const TOTAL_NAMES = { sum: '合计', avg: '平均', max: '最大', min: '最小', count: '计数' } as const;

/** Returns the text of a total in the format of the column's cells. */
export function totalText({ store }: TableModel, { column }: ColumnLayout): string {
  const kind = column.node.summary;
  if (!kind) return '';
  const total = store.rows.total(column.key);
  if (total === null) return '';
  if (kind === 'count') return String(total);
  // an average is rounded to the column's precision
  const precision = (column.node as { precision?: number }).precision ?? 6;
  const rounded = kind === 'avg' ? roundTo(total, precision) : total;
  return column.valueType === 'double' ? screenCellText(column, { [column.key]: rounded }, undefined) : String(rounded);
}

/** Returns the name of the column's kind of total; '' for a column without a total, and if the row has only sums. */
export function totalLabel({ store: { summaries } }: TableModel, { column }: ColumnLayout): string {
  const kind = column.node.summary;
  if (!kind) return '';
  const hasOneKind = new Set(summaries.map((summary) => summary.kind)).size <= 1;
  return kind === 'sum' && hasOneKind ? '' : TOTAL_NAMES[kind];
}

interface Props {
  firstColumn: number;
  lastColumn: number;
}

/** Totals of the `summary` columns; always visible below the rows. */
export function TotalsRow({ firstColumn, lastColumn }: Props) {
  const model = useTable();
  const { store, layout, operationWidth } = model;
  useTopic(store.topics, 'totals');
  const cells = renderColumns(layout, firstColumn, lastColumn, (item, position) => {
    const { column } = item;
    const style = cellStyle(item, model);
    const label = totalLabel(model, item);
    return (
      <div
        key={column.key}
        className={`st-cell${fixedClass(item)}${column.valueType === 'double' ? ' st-number' : ''}`}
        role="gridcell"
        aria-colindex={leadColumnCount(model) + position + 1}
        data-total={column.node.summary ? column.key : undefined}
        style={style}
      >
        <span className="st-text">
          {label && <small className="st-total-kind">{label}</small>}
          {totalText(model, item)}
        </span>
      </div>
    );
  });
  const width = leadWidth(model);
  return (
    <div className="st-row st-totals" role="row" aria-rowindex={store.rows.all().length + 2}>
      <div
        className="st-cell st-lead st-index"
        role="rowheader"
        aria-colindex={leadColumnCount(model)}
        style={{ width: Math.max(width, INDEX_WIDTH), left: 0 }}
      >
        合计
      </div>
      {cells}
      {operationWidth > 0 && (
        <div
          className="st-cell st-operations"
          role="gridcell"
          aria-colindex={leadColumnCount(model) + layout.length + 1}
          style={{ width: operationWidth }}
        />
      )}
    </div>
  );
}
