import { useTable, useTopic } from '../model.ts';

/**
 * The check box that selects all rows or no rows. `hasLabel`: it is followed by the label 全选 and the number of selected
 * rows; used above the card layout, which has no column headers.
 */
export function SelectAllBox({ hasLabel = false }: { hasLabel?: boolean }) {
  const { store } = useTable();
  useTopic(store.topics, 'selection');
  useTopic(store.topics, 'structure');
  const rows = store.rows.all();
  const count = store.selection.size();
  const box = (
    <input
      type="checkbox"
      aria-label="选择全部行"
      disabled={rows.length === 0}
      checked={count > 0 && count === rows.length}
      ref={(element) => {
        if (element) element.indeterminate = count > 0 && count < rows.length;
      }}
      onChange={(event) => store.selection.setAll(rows, event.target.checked)}
    />
  );
  if (!hasLabel) return box;
  return (
    <label className="st-select-all">
      {box}
      全选
      {count > 0 && <small>{`已选 ${count} 行`}</small>}
    </label>
  );
}
