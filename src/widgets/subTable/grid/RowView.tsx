/* oxlint-disable jsx-a11y/prefer-tag-over-role, jsx-a11y/role-supports-aria-props, jsx-a11y/control-has-associated-label -- rows and columns outside the window do not exist, which a <table> cannot say */
import { memo, useContext, type ReactNode } from 'react';
import { HolderOutlined } from '@ant-design/icons';
import type { Row } from '../../../kernel/index.ts';
import { MarksContext, type Marks } from '../../../runtime/node/marks.ts';
import { hintOf } from '../cellText.ts';
import { INDEX_WIDTH, SELECTION_WIDTH, leadCount, leadOf, type ColumnLayout } from '../columns.ts';
import { useTable, useTopic, type TableModel } from '../model.ts';
import { RowButtons } from '../parts/RowButtons.tsx';
import { CallMark, callOf } from '../parts/CallMark.tsx';
import { isCell } from '../store/cursor.ts';
import { cellContent } from './CellContent.tsx';
import { CellEditor, type Leave } from './CellEditor.tsx';
import { isCorner, isInBlock, isInside } from './block.ts';
import { cellStyle, fixedClass } from './styles.ts';
import { windowed } from './Windowed.tsx';

interface Props {
  id: string;
  index: number;
  /** Offset in the virtual body; undefined while rows stand in normal flow. */
  top: number | undefined;
  /** Scrolling columns on screen, as positions in the layout. Frozen ones are always there. */
  first: number;
  last: number;
  onLeave(how: Leave): void;
}

/** One row. Listens to its own topic: typing in a row renders that row and no other. */
export const RowView = memo(function RowView({ id, index, top, first, last, onLeave }: Props) {
  const model = useTable();
  const { store, layout } = model;
  const marks = useContext(MarksContext);
  useTopic(store.topics, `row:${id}`);
  const row = store.rows.all()[index];
  if (row?.id !== id) return null;
  const isSelected = store.selection.has(id);
  const editing = store.cursor.editing();
  const cells = windowed(
    layout,
    first,
    last,
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
    // the cell being edited stays mounted when it is scrolled away
    (item) => isCell(editing, id, item.column.key),
  );
  const isRaised = store.cursor.anchor()?.rowId === id;
  return (
    <div
      className={`st-row${isSelected ? ' st-row-selected' : ''}${isRaised ? ' st-row-raised' : ''}${index === store.rows.all().length - 1 ? ' st-row-last' : ''}`}
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
          aria-colindex={leadCount(model) + layout.length + 1}
          style={{ width: model.operationWidth }}
        >
          <RowButtons key={id} row={row} index={index} />
        </div>
      )}
    </div>
  );
});

/** Tick and running number; the number carries the mark of a row with problems. */
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
  const tick = (isOn: boolean, isSpan: boolean): void => {
    if (isSpan && isOn) store.selection.extend(row.id, store.rows.all());
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
            onChange={(event) => tick(event.target.checked, (event.nativeEvent as MouseEvent).shiftKey)}
          />
        </div>
      )}
      <div
        className={`st-cell st-lead st-index${hasProblem ? ' st-index-problem' : ''}${mark ? ' st-changed' : ''}`}
        title={mark}
        data-changed={mark ? 'row' : undefined}
        role="rowheader"
        aria-colindex={leadCount(model)}
        style={{ width: INDEX_WIDTH, left: leadOf(model) - INDEX_WIDTH }}
      >
        {model.rights.order && (
          <HolderOutlined className="st-grip" aria-hidden="true" title="拖动调整顺序（Alt+↑/↓）" />
        )}
        {index + 1}
      </div>
    </>
  );
}

interface CellProps {
  model: TableModel;
  marks: Marks | null;
  row: Row;
  index: number;
  item: ColumnLayout;
  position: number;
  isVirtual: boolean;
  onLeave(how: Leave): void;
}

/** Text, or the live editor in the one cell that is being edited. A plain function: 400 of them make a screen. */
function Cell({ model, marks, row, item, position, index, isVirtual, onLeave }: CellProps): ReactNode {
  const { store, actions, domId, isLive } = model;
  const { column } = item;
  const access = actions.access(column, row);
  const style = cellStyle(item, model);
  const frozen = fixedClass(item);
  if (!access.visible)
    return (
      <div
        className={`st-cell${frozen}`}
        role="gridcell"
        aria-colindex={leadCount(model) + position + 1}
        data-column={column.key}
        style={style}
      />
    );
  const problems = store.problems.of(row.id, column.key);
  const editing = store.cursor.editing();
  const isActive = isCell(store.cursor.anchor(), row.id, column.key);
  let name = `st-cell${frozen}`;
  if (column.valueType === 'double') name += ' st-number';
  if (isLive) name += access.editable ? ' st-editable' : ' st-locked';
  if (isLive && store.rows.dirty.isCellDirty(row, column.key) && !store.rows.dirty.isNew(row)) name += ' st-dirty';
  if (problems.length > 0) name += ' st-wrong';
  const mark = marks?.cell(model.table.key, row.id, column.key) ?? undefined;
  if (mark) name += ' st-changed';
  if (isActive) name += ' st-active';
  const isSelected = isInBlock(store, index, position, model.layout);
  if (isSelected) name += ' st-block';
  if (isInside(store.cursor.previewed(), index, position)) name += ' st-preview';
  const isEdited = isCell(editing, row.id, column.key);
  if (isEdited) name += ' st-edited';
  const content = isEdited ? null : cellContent(model, column, row);
  const call = callOf(model, column, row);
  // in rows of one height the cell itself cuts its text; elsewhere it wraps in an element of its own
  const isPlain = isVirtual && typeof content === 'string' && content !== '' && call === undefined;
  if (isPlain) name += ' st-plain';
  return (
    <div
      className={name}
      role="gridcell"
      id={isActive ? `${domId}-active` : undefined}
      aria-colindex={leadCount(model) + position + 1}
      aria-readonly={isLive && !access.editable ? true : undefined}
      aria-invalid={problems.length > 0 ? true : undefined}
      data-column={column.key}
      data-changed={mark ? 'cell' : undefined}
      style={style}
      title={
        problems.length > 0
          ? problems[0].message
          : (mark ?? (typeof content === 'string' && content.length > 8 ? content : undefined))
      }
    >
      {isEdited && editing ? (
        <CellEditor key={editing.token} column={column} row={row} editing={editing} onLeave={onLeave} />
      ) : isPlain ? (
        content
      ) : (
        <span className="st-text">
          {content === '' && isLive && access.editable ? <span className="st-hint">{hintOf(column)}</span> : content}
        </span>
      )}
      {call && <CallMark call={call} column={column} row={row} index={index} />}
      {isLive && !isEdited && (isActive || isSelected) && isCorner(store, index, position, model.layout) && (
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
