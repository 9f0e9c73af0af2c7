import { createExactSum } from '../../../domain/exactSum.ts';
import { selectedBlock, isSingle } from '../grid/block.ts';
import { useTable, useTopic } from '../model.ts';
import { numberOf } from '../store/totals.ts';

const shown = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 6 });

/** What the selected cells come to, as a spreadsheet says it at its foot. Nothing while one cell is selected. */
export function BlockSums() {
  const { store, layout, actions } = useTable();
  useTopic(store.topics, 'cursor');
  useTopic(store.topics, 'rows');
  const block = selectedBlock(store, layout);
  if (block === null || isSingle(block)) return null;
  const rows = store.rows.all().slice(block.top, block.bottom + 1);
  const columns = layout.slice(block.left, block.right + 1).map((item) => item.column);
  const sum = createExactSum();
  let count = 0;
  for (const column of columns) {
    if (column.valueType !== 'double') continue;
    for (const row of rows) {
      const number = actions.access(column, row).visible ? numberOf(row.fieldsMap[column.key]) : null;
      if (number === null) continue;
      sum.add(number);
      count += 1;
    }
  }
  const total = sum.value();
  const numbers = count > 1 ? `，求和 ${shown.format(total)}，平均 ${shown.format(total / count)}` : '';
  return <output className="st-sums">{`已选 ${rows.length} 行 × ${columns.length} 列${numbers}`}</output>;
}
