import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { memo, useContext, type ReactNode } from 'react';
import type { CompiledColumn, Row } from '../../../kernel/index.ts';
import { MarksContext, type Marks } from '../../../runtime/node/marks.ts';
import { EDITABLE_AFTER_SAVE_TEXT, placeholderOf } from '../cellText.ts';
import { cellContent } from '../grid/cellContent.tsx';
import { CellEditor, type LeaveDirection } from '../grid/CellEditor.tsx';
import { useTable, useTopic, type TableModel } from '../model.ts';
import { CallMark, callOf } from '../parts/CallMark.tsx';
import { RowButtons } from '../parts/RowButtons.tsx';
import { isSameCell } from '../store/cursor.ts';

interface Props {
  id: string;
  index: number;
  isLast: boolean;
  onLeave(direction: LeaveDirection): void;
}

/** One row on a phone: column names with values; tapping a value edits it. */
export const Card = memo(function Card({ id, index, isLast, onLeave }: Props) {
  const model = useTable();
  const { store, layout, operationWidth, hasSelection } = model;
  const marks = useContext(MarksContext);
  useTopic(store.topics, `row:${id}`);
  const row = store.rows.all()[index];
  if (row?.id !== id) return null;
  return (
    <article className="st-card" data-row={index} aria-label={`第 ${index + 1} 行`}>
      <header className={store.problems.hasRow(id) ? 'st-card-head st-index-problem' : 'st-card-head'}>
        {hasSelection && (
          <input
            type="checkbox"
            aria-label={`选择第 ${index + 1} 行`}
            checked={store.selection.has(id)}
            onChange={(event) => store.selection.toggle(id, event.target.checked)}
          />
        )}
        <span>{`第 ${index + 1} 行`}</span>
        {marks?.row(model.table.key, id) ? (
          <span className="st-mark" title={marks.row(model.table.key, id) ?? undefined}>
            新增
          </span>
        ) : null}
        <span className="st-space" />
        {model.rights.order && (
          <>
            <button
              type="button"
              className="st-button"
              data-action="move-up"
              aria-label={`上移第 ${index + 1} 行`}
              disabled={index === 0}
              onClick={() => model.actions.move(index, 1, index - 1)}
            >
              <ArrowUpOutlined />
            </button>
            <button
              type="button"
              className="st-button"
              data-action="move-down"
              aria-label={`下移第 ${index + 1} 行`}
              disabled={isLast}
              onClick={() => model.actions.move(index, 1, index + 1)}
            >
              <ArrowDownOutlined />
            </button>
          </>
        )}
        {operationWidth > 0 && <RowButtons row={row} index={index} />}
      </header>
      <dl className="st-pairs">
        {layout.map(({ column }) => (
          <CardField
            key={column.key}
            model={model}
            marks={marks}
            column={column}
            row={row}
            index={index}
            onLeave={onLeave}
          />
        ))}
      </dl>
    </article>
  );
});

interface CardFieldProps {
  model: TableModel;
  marks: Marks | null;
  column: CompiledColumn;
  row: Row;
  index: number;
  onLeave(direction: LeaveDirection): void;
}

/** The name and the value of one column in a card. */
function CardField({ model, marks, column, row, index, onLeave }: CardFieldProps): ReactNode {
  const { store, actions, isEditMode } = model;
  const access = actions.access(column, row);
  if (!access.visible) return null;
  const editing = store.cursor.editing();
  const isBeingEdited = isSameCell(editing, row.id, column.key);
  const problems = store.problems.problemsOf(row.id, column.key);
  const isEditable = isEditMode && access.editable;
  const content = isBeingEdited ? null : cellContent(model, column, row);
  const call = callOf(model, column, row);
  const name = column.node.label ?? column.key;
  const readOnlyValue =
    content === '' && actions.isEditableOnceStored(column, row) ? (
      <span className="st-hint">{EDITABLE_AFTER_SAVE_TEXT}</span>
    ) : (
      content
    );
  const shownValue = isEditable ? (
    <CardValue
      name={name}
      content={content}
      placeholder={placeholderOf(column) ?? '点击填写'}
      onEdit={() => store.cursor.startEdit({ rowId: row.id, column: column.key })}
    />
  ) : (
    readOnlyValue
  );
  const mark = marks?.cell(model.table.key, row.id, column.key);
  return (
    <div className={problems.length > 0 ? 'st-pair st-wrong' : 'st-pair'} data-column={column.key}>
      <dt>
        {isEditMode && access.required && (
          <span className="st-required" aria-label="必填">
            *
          </span>
        )}
        {name}
        {mark ? (
          <span className="st-mark" title={mark}>
            已修改
          </span>
        ) : null}
      </dt>
      <dd>
        {isBeingEdited && editing ? (
          <CellEditor key={editing.token} column={column} row={row} editing={editing} onLeave={onLeave} />
        ) : (
          shownValue
        )}
        {call && <CallMark call={call} column={column} row={row} index={index} />}
        {!isBeingEdited && problems.length > 0 && <div className="st-pair-error">{problems[0].message}</div>}
      </dd>
    </div>
  );
}

/**
 * A value that is edited by tapping it. A value that is not plain text may contain links, so it gets a separate button.
 */
function CardValue({
  name,
  content,
  placeholder,
  onEdit,
}: {
  name: string;
  content: ReactNode;
  placeholder: string;
  onEdit(): void;
}) {
  if (typeof content === 'string')
    return (
      <button type="button" className="st-tap" aria-label={`编辑${name}：${content || placeholder}`} onClick={onEdit}>
        {content || <span className="st-hint">{placeholder}</span>}
      </button>
    );
  return (
    <div className="st-tap-rich">
      <div>{content}</div>
      <button type="button" className="st-button" aria-label={`编辑${name}`} onClick={onEdit}>
        修改
      </button>
    </div>
  );
}
