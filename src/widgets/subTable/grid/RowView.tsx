/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props, jsx-a11y/control-has-associated-label -- rows and columns outside the visible area are not rendered, which a <table> cannot express */
import { memo, useContext, type ReactNode } from 'react';
import { HolderOutlined } from '@ant-design/icons';
import type { Row } from '../../../kernel/index.ts';
import { MarksContext, type Marks } from '../../../runtime/node/marks.ts';
import { EDITABLE_AFTER_SAVE_TEXT, placeholderOf } from '../cellText.ts';
import { INDEX_WIDTH, SELECTION_WIDTH, leadColumnCount, leadWidth, type ColumnLayout } from '../columns.ts';
import { useTable, useTopic, type TableModel } from '../model.ts';
import { RowButtons } from '../parts/RowButtons.tsx';
import { CallMark, callOf } from '../parts/CallMark.tsx';
import { isSameCell } from '../store/cursor.ts';
import { cellContent } from './cellContent.tsx';
import { CellEditor, type LeaveDirection } from './CellEditor.tsx';
import { isFillCorner, isInSelection, isInsideBlock } from './block.ts';
import { cellStyle, fixedClass } from './styles.ts';
import { renderColumns } from './renderColumns.tsx';

interface Props {
  id: string;
  index: number;
  isLast: boolean;
  /** Offset in px in a virtualized table; undefined if all rows are rendered. */
  top: number | undefined;
  /** Positions of the first and last visible column in the layout. Frozen columns are always rendered. */
  firstColumn: number;
  lastColumn: number;
  onLeave(direction: LeaveDirection): void;
}

/** One row. It subscribes to its own topic, so an edit renders only this row again. */
export const RowView = memo(function RowView({ id, index, isLast, top, firstColumn, lastColumn, onLeave }: Props) {
  const model = useTable();
  const { store, layout } = model;
  const marks = useContext(MarksContext);
  useTopic(store.topics, `row:${id}`);
  const row = store.rows.all()[index];
  if (row?.id !== id) return null;
  const isSelected = store.selection.has(id);
  const editing = store.cursor.editing();
  const cells = renderColumns(
    layout,
    firstColumn,
    lastColumn,
    (item, position) => (
      <Cell
        key={item.column.key}
        model={model}
        marks={marks}
        row={row}
        index={index}
        item={item}
        position={position}
        isVirtual={top !== undefined}
        onLeave={onLeave}
      />
    ),
    // the edited cell stays mounted outside the visible area
    (item) => isSameCell(editing, id, item.column.key),
  );
  // the row of the active cell is stacked above the other rows, because the cell's error message may overlap them
  const isRaised = store.cursor.anchor()?.rowId === id;
  return (
    <div
      className={`st-row${isSelected ? ' st-row-selected' : ''}${isRaised ? ' st-row-raised' : ''}${isLast ? ' st-row-last' : ''}`}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={model.hasSelection ? isSelected : undefined}
      data-row={index}
      style={top === undefined ? undefined : { position: 'absolute', top }}
    >
      <RowLead model={model} marks={marks} row={row} index={index} isSelected={isSelected} />
      {cells}
      {model.operationWidth > 0 && (
        <div
          className="st-cell st-operations"
          role="gridcell"
          aria-colindex={leadColumnCount(model) + layout.length + 1}
          style={{ width: model.operationWidth }}
        >
          <RowButtons key={id} row={row} index={index} />
        </div>
      )}
    </div>
  );
});

/** Check box, drag handle and row number; the number is marked if the row has problems or was changed. */
function RowLead({
  model,
  marks,
  row,
  index,
  isSelected,
}: {
  model: TableModel;
  marks: Marks | null;
  row: Row;
  index: number;
  isSelected: boolean;
}) {
  const { store, hasSelection } = model;
  const select = (isOn: boolean, isRange: boolean): void => {
    if (isRange && isOn) store.selection.extend(row.id, store.rows.all());
    else store.selection.toggle(row.id, isOn);
  };
  const hasProblem = store.problems.hasRow(row.id);
  const mark = marks?.row(model.table.key, row.id) ?? undefined;
  return (
    <>
      {hasSelection && (
        <div className="st-cell st-lead" role="gridcell" aria-colindex={1} style={{ width: SELECTION_WIDTH, left: 0 }}>
          <input
            key={row.id}
            type="checkbox"
            aria-label={`选择第 ${index + 1} 行`}
            checked={isSelected}
            onChange={(event) => select(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </div>
      )}
      <div
        className={`st-cell st-lead st-index${hasProblem ? ' st-index-problem' : ''}${mark ? ' st-changed' : ''}`}
        title={mark}
        data-changed={mark ? 'row' : undefined}
        role="rowheader"
        aria-colindex={leadColumnCount(model)}
        style={{ width: INDEX_WIDTH, left: leadWidth(model) - INDEX_WIDTH }}
      >
        {model.rights.order && (
          <HolderOutlined className="st-grip" aria-hidden="true" title="拖动调整顺序（Alt+↑/↓）" />
        )}
        {index + 1}
      </div>
    </>
  );
}

/** A text with more characters is also set as the tooltip of its cell, because the cell may truncate it. */
const MAX_SHORT_TEXT_LENGTH = 8;

interface CellProps {
  model: TableModel;
  marks: Marks | null;
  row: Row;
  index: number;
  item: ColumnLayout;
  position: number;
  isVirtual: boolean;
  onLeave(direction: LeaveDirection): void;
}

/** A cell with its text or, during editing, its editor. Kept simple, because a screen shows about 400 cells. */
function Cell({ model, marks, row, item, position, index, isVirtual, onLeave }: CellProps): ReactNode {
  const { store, actions, domId, isEditMode } = model;
  const { column } = item;
  const access = actions.access(column, row);
  const opensWhenStored = actions.isEditableOnceStored(column, row);
  const style = cellStyle(item, model);
  const frozenClass = fixedClass(item);
  if (!access.visible)
    return (
      <div
        className={`st-cell${frozenClass}`}
        role="gridcell"
        aria-colindex={leadColumnCount(model) + position + 1}
        data-column={column.key}
        style={style}
      />
    );
  const problems = store.problems.problemsOf(row.id, column.key);
  const editing = store.cursor.editing();
  const isActive = isSameCell(store.cursor.anchor(), row.id, column.key);
  let className = `st-cell${frozenClass}`;
  if (column.valueType === 'double') className += ' st-number';
  if (isEditMode) className += access.editable ? ' st-editable' : ' st-locked';
  if (isEditMode && store.rows.dirty.isCellDirty(row, column.key) && !store.rows.dirty.isNew(row))
    className += ' st-dirty';
  if (problems.length > 0) className += ' st-wrong';
  const mark = marks?.cell(model.table.key, row.id, column.key) ?? undefined;
  if (mark) className += ' st-changed';
  if (isActive) className += ' st-active';
  const isSelected = isInSelection(store, index, position, model.layout);
  if (isSelected) className += ' st-block';
  if (isInsideBlock(store.cursor.previewedBlock(), index, position)) className += ' st-preview';
  const isEdited = isSameCell(editing, row.id, column.key);
  if (isEdited) className += ' st-edited';
  const content = isEdited ? null : cellContent(model, column, row);
  const call = callOf(model, column, row);
  // in a virtualized table all rows have the same height and the cell truncates its text; otherwise a span lets it wrap
  const isPlain = isVirtual && typeof content === 'string' && content !== '' && call === undefined;
  if (isPlain) className += ' st-plain';
  let shownContent = content;
  if (content === '' && isEditMode && access.editable)
    shownContent = <span className="st-hint">{placeholderOf(column)}</span>;
  else if (content === '' && opensWhenStored)
    shownContent = <span className="st-hint">{EDITABLE_AFTER_SAVE_TEXT}</span>;
  const cellBody = isPlain ? content : <span className="st-text">{shownContent}</span>;
  const longText = typeof content === 'string' && content.length > MAX_SHORT_TEXT_LENGTH ? content : undefined;
  return (
    <div
      className={className}
      role="gridcell"
      id={isActive ? `${domId}-active` : undefined}
      aria-colindex={leadColumnCount(model) + position + 1}
      aria-readonly={isEditMode && !access.editable ? true : undefined}
      aria-invalid={problems.length > 0 ? true : undefined}
      data-column={column.key}
      data-changed={mark ? 'cell' : undefined}
      style={style}
      title={problems[0]?.message ?? mark ?? (opensWhenStored ? EDITABLE_AFTER_SAVE_TEXT : longText)}
    >
      {isEdited && editing ? (
        <CellEditor key={editing.token} column={column} row={row} editing={editing} onLeave={onLeave} />
      ) : (
        cellBody
      )}
      {call && <CallMark call={call} column={column} row={row} index={index} />}
      {isEditMode && !isEdited && (isActive || isSelected) && isFillCorner(store, index, position, model.layout) && (
        <span className="st-fill-handle" aria-hidden="true" title="拖动填充，双击填充到末行" />
      )}
      {isActive && !isEdited && problems.length > 0 && (
        <div className="st-cell-error" role="alert">
          {problems[0].message}
        </div>
      )}
    </div>
  );
}
