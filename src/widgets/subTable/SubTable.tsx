import { useCallback, useEffect, useRef, useState, type CSSProperties } from 'react';
import { observer } from '@formily/reactive-react';
import { theme } from 'antd';
import type { CompiledTable, Row } from '../../kernel/index.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { Cards } from './cards/Cards.tsx';
import { useDefaultRows } from './useDefaultRows.ts';
import { ReadTools } from './data/ReadTools.tsx';
import { ReplaceDialog } from './data/ReplaceDialog.tsx';
import { Grid } from './grid/Grid.tsx';
import { TableContext } from './model.ts';
import { CallsLine } from './parts/CallMark.tsx';
import { DefaultRowsLine } from './parts/DefaultRowsLine.tsx';
import { BusyArea, JobLine } from './parts/JobLine.tsx';
import { ProblemsLine } from './parts/ProblemsLine.tsx';
import { RemoveDialog } from './parts/RemoveDialog.tsx';
import { ReportPanel } from './parts/ReportPanel.tsx';
import { Toolbar } from './parts/Toolbar.tsx';
import { isUnarranged } from './read/arrangeRows.ts';
import { useArrangeControl } from './read/useArrangeControl.ts';
import type { CellRef } from './store/cursor.ts';
import { emptyTableHint } from './data/emptyTableHint.ts';
import { PHONE_WIDTH, useNarrower } from '../../runtime/host/mediaQuery.ts';
import { removeRows } from './removeRows.ts';
import { useTableModel } from './useTableModel.ts';
import './subTable.css';

interface Props {
  table: CompiledTable;
  session: FormSession;
  value: unknown;
  id: string;
  labelledBy: string | undefined;
  /** Absent for a read-only table. */
  onChange?(rows: readonly Row[]): void;
  /** Stores default rows in a read-only table of an editable form (SL-004 needs no permission to edit). */
  onLoaded?(rows: readonly Row[]): void;
}

/** A sub-table: a grid on a wide screen, cards on a phone. `onChange` gets all rows at every change (SL-003). */
export const SubTable = observer(function SubTable({
  table,
  session,
  value,
  id,
  labelledBy,
  onChange,
  onLoaded,
}: Props) {
  const root = useRef<HTMLDivElement>(null);
  const [isOpen, setOpen] = useState(true);
  const reopen = useCallback(() => setOpen(true), []);
  const [idsToRemove, setIdsToRemove] = useState<readonly string[]>([]);
  const { shownValue, arrangeControl } = useArrangeControl(table, session, value, onChange === undefined);
  const model = useTableModel({
    table,
    session,
    value: shownValue,
    onChange,
    onLoaded,
    domId: id,
    isOpen,
    reopen,
    root,
    confirmRemoval: setIdsToRemove,
    arrangeControl,
  });
  const { store, actions, isEditMode, rights, emit, surface, fieldRows } = model;
  const clearArrangement = arrangeControl?.clear;
  // sorting or filtering moves other rows to the selected positions, so the selection is cleared
  const arrangement = arrangeControl?.arrangement;
  useEffect(() => {
    if (arrangement !== undefined && !isUnarranged(arrangement)) store.cursor.move(null);
  }, [arrangement, store]);
  const isNarrow = useNarrower(PHONE_WIDTH);
  const defaults = useDefaultRows(session, table, actions, {
    isEnabled: isEditMode || onLoaded !== undefined,
    isReadOnly: onLoaded !== undefined,
  });
  const { token } = theme.useToken();

  const editFirstCell = useCallback(
    (rowId: string) => {
      const row = store.rows.all()[store.rows.indexOf(rowId)];
      const column = row && actions.columns().find((candidate) => actions.isEditable(candidate, row));
      if (column) store.cursor.startEdit({ rowId, column: column.key });
    },
    [store, actions],
  );
  const addRow = (): void => {
    const rowId = actions.add();
    if (rowId === null) return;
    // not on a phone, where the keyboard would cover the new card
    if (!isNarrow) editFirstCell(rowId);
    requestAnimationFrame(() => surface.current?.reveal(store.rows.indexOf(rowId)));
  };
  const jumpToCell = useCallback(
    (cell: CellRef) => {
      setOpen(true);
      root.current?.scrollIntoView?.({ block: 'nearest' });
      surface.current?.focus(cell);
    },
    [surface],
  );
  useEffect(
    () =>
      session.onFocus(([key, index, column]) => {
        const row = key === table.key && typeof index === 'number' ? fieldRows()[index] : undefined;
        if (!row || typeof column !== 'string') return;
        if (store.rows.indexOf(row.id) < 0) clearArrangement?.();
        // after the form has focused the first control of the field
        requestAnimationFrame(() => jumpToCell({ rowId: row.id, column }));
      }),
    [session, table, store, fieldRows, clearArrangement, jumpToCell],
  );
  /** 保存全部 (SL-002): validates the table, switches it to mode 0 and emits `save-all`. */
  const saveAll = (): void => {
    store.cursor.move(null);
    session.check(table.key);
    setOpen(false);
    emit('save-all', null);
  };
  const noRowsText = rights.add ? `还没有数据，${emptyTableHint(table.node)}` : '暂无数据';
  const surfaceProps = {
    labelledBy,
    empty: arrangeControl !== null && arrangeControl.total > 0 ? '没有符合条件的行' : noRowsText,
  };
  return (
    <TableContext value={model}>
      <div
        ref={root}
        id={id}
        className={isNarrow ? 'st st-narrow' : 'st'}
        data-sub-table={table.key}
        data-table-mode={isEditMode ? '1' : '0'}
        style={{ '--st-primary': token.colorPrimary } as CSSProperties}
      >
        {onChange !== undefined && (
          <BusyArea>
            <Toolbar onAdd={addRow} onSaveAll={saveAll} onResume={isOpen ? null : reopen} onRefresh={defaults.reload} />
          </BusyArea>
        )}
        {onChange === undefined && <ReadTools />}
        {onChange !== undefined && (
          <ProblemsLine
            tableProblems={session.problems(table.key).filter((problem) => problem.path.length === 0)}
            onJump={jumpToCell}
          />
        )}
        {onChange !== undefined && <ReportPanel onJump={jumpToCell} />}
        {onChange !== undefined && <CallsLine />}
        {onChange !== undefined && <JobLine />}
        <DefaultRowsLine {...defaults} rowCount={fieldRows().length} />
        <BusyArea>{isNarrow ? <Cards {...surfaceProps} /> : <Grid {...surfaceProps} />}</BusyArea>
        {defaults.pendingReplacement !== null && (
          <ReplaceDialog isFill={table.fill !== null} {...defaults.pendingReplacement} onAnswer={defaults.answer} />
        )}
        {idsToRemove.length > 0 && (
          <RemoveDialog
            count={idsToRemove.length}
            onCancel={() => setIdsToRemove([])}
            onConfirm={() => {
              removeRows({ store, actions, root, surface }, idsToRemove);
              setIdsToRemove([]);
            }}
          />
        )}
      </div>
    </TableContext>
  );
});
