/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props, jsx-a11y/control-has-associated-label -- rows and columns outside the visible area are not rendered, which a <table> cannot express */
import { useRef, type PointerEvent } from 'react';
import { observer } from '@formily/reactive-react';
import { ArrowDownOutlined, ArrowUpOutlined, DownOutlined, FilterFilled } from '@ant-design/icons';
import { INDEX_WIDTH, SELECTION_WIDTH, leadColumnCount, leadWidth, type ColumnLayout } from '../columns.ts';
import { SelectAllBox } from '../parts/SelectAllBox.tsx';
import { useTable } from '../model.ts';
import type { MenuPosition } from './GridMenu.tsx';
import { cellStyle, fixedClass } from './styles.ts';
import { renderColumns } from './renderColumns.tsx';

interface Props {
  firstColumn: number;
  lastColumn: number;
  onMenu(position: MenuPosition): void;
}

/** Column headers with names, required marks and resize handles, and the check box that selects all rows. */
export function Header({ firstColumn, lastColumn, onMenu }: Props) {
  const model = useTable();
  const { layout, hasSelection, operationWidth, isEditMode, table } = model;
  return (
    <div className="st-row st-header" role="row" aria-rowindex={1}>
      {hasSelection && (
        <div
          className="st-cell st-lead"
          role="columnheader"
          aria-colindex={1}
          style={{ width: SELECTION_WIDTH, left: 0 }}
        >
          <SelectAllBox />
        </div>
      )}
      <div
        className="st-cell st-lead st-index"
        role="columnheader"
        aria-colindex={leadColumnCount(model)}
        style={{ width: INDEX_WIDTH, left: leadWidth(model) - INDEX_WIDTH }}
      >
        序号
      </div>
      {renderColumns(layout, firstColumn, lastColumn, (item, position) => (
        <HeaderCell key={item.column.key} item={item} position={position} onMenu={onMenu} />
      ))}
      {operationWidth > 0 && (
        <div
          className="st-cell st-operations"
          role="columnheader"
          aria-colindex={leadColumnCount(model) + layout.length + 1}
          style={{ width: operationWidth }}
        >
          {(isEditMode && table.operations?.label) || '操作'}
        </div>
      )}
    </div>
  );
}

/** Minimum width in px to which a column can be dragged. */
const MIN_DRAGGED_WIDTH = 60;

interface HeaderCellProps {
  item: ColumnLayout;
  position: number;
  onMenu: Props['onMenu'];
}

/** The header of one column. It is an observer, because a field of the form may make the column required. */
const HeaderCell = observer(function HeaderCell({ item, position, onMenu }: HeaderCellProps) {
  const model = useTable();
  const { session, isEditMode, sortFilterControl } = model;
  const { column } = item;
  const style = cellStyle(item, model);
  const sort =
    sortFilterControl?.sortAndFilter.sort?.column === column.key ? sortFilterControl.sortAndFilter.sort : null;
  const sortDirection = sort?.isDescending ? 'descending' : 'ascending';
  const isRequired = isEditMode && column.access({ ...session.scope, row: {} }).required;
  return (
    <div
      className={`st-cell${fixedClass(item)}${column.valueType === 'double' ? ' st-number' : ''}`}
      role="columnheader"
      aria-colindex={leadColumnCount(model) + position + 1}
      aria-sort={sort === null ? undefined : sortDirection}
      data-column={column.key}
      style={style}
    >
      <span className="st-text" title={column.node.help}>
        {isRequired && (
          <span className="st-required" aria-label="必填">
            *
          </span>
        )}
        {column.node.label ?? column.key}
      </span>
      {sort !== null &&
        (sort.isDescending ? (
          <ArrowDownOutlined className="st-head-mark" aria-hidden="true" />
        ) : (
          <ArrowUpOutlined className="st-head-mark" aria-hidden="true" />
        ))}
      {sortFilterControl?.sortAndFilter.filterTexts.has(column.key) && (
        <FilterFilled className="st-head-mark" aria-label="已筛选" />
      )}
      {(isEditMode || sortFilterControl !== null) && (
        <button
          type="button"
          className="st-head-menu"
          tabIndex={-1}
          aria-haspopup="menu"
          aria-label={`${column.node.label ?? column.key}列的操作`}
          data-action="column-menu"
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            onMenu({ x: box.left, y: box.bottom, column: column.key, isHeader: true });
          }}
        >
          <DownOutlined />
        </button>
      )}
      <Resizer item={item} />
    </div>
  );
});

/** Resize handle: a drag changes the width, a double click restores the configured width. */
function Resizer({ item }: { item: ColumnLayout }) {
  const { resize } = useTable();
  const start = useRef<{ x: number; width: number } | null>(null);
  const move = (event: PointerEvent<HTMLElement>): void => {
    if (!start.current) return;
    const width = start.current.width + event.clientX - start.current.x;
    resize(item.column.key, Math.max(MIN_DRAGGED_WIDTH, width));
  };
  return (
    <span
      className="st-resizer"
      aria-hidden="true"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: event.currentTarget.parentElement?.offsetWidth ?? item.width };
      }}
      onPointerMove={move}
      onPointerUp={() => {
        start.current = null;
      }}
      onDoubleClick={() => resize(item.column.key, 0)}
    />
  );
}
