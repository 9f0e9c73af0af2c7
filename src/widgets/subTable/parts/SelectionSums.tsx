import { createExactSum } from '../../../domain/exactSum.ts';
import { selectedBlock, isSingleCell } from '../grid/block.ts';
import { useTable, useTopic } from '../model.ts';
import { numberOf } from '../store/totals.ts';

const numberFormat = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 6 });

/**
 * Size of the selection, with sum and average if it contains several numbers, as in the status bar of a spreadsheet.
 * Renders nothing for a single cell.
 */
export function SelectionSums() {
  const { store, layout, actions } = useTable();
  useTopic(store.topics, 'cursor');
  useTopic(store.topics, 'rows');
  const block = selectedBlock(store, layout);
  if (block === null || isSingleCell(block)) return null;
  const rows = store.rows.all().slice(block.top, block.bottom + 1);
  const columns = layout.slice(block.left, block.right + 1).map((item) => item.column);
  const sum = createExactSum();
  let numberCount = 0;
  for (const column of columns) {
    if (column.valueType !== 'double') continue;
    for (const row of rows) {
      const number = actions.access(column, row).visible ? numberOf(row.fieldsMap[column.key]) : null;
      if (number === null) continue;
      sum.add(number);
      numberCount += 1;
    }
  }
  const total = sum.value();
  const sumText =
    numberCount > 1 ? `，求和 ${numberFormat.format(total)}，平均 ${numberFormat.format(total / numberCount)}` : '';
  return <output className="st-sums">{`已选 ${rows.length} 行 × ${columns.length} 列${sumText}`}</output>;
}
