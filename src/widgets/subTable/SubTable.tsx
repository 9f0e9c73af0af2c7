import { useCallback, useEffect, useRef, useState, type CSSProperties } from 'react';
import { observer } from '@formily/reactive-react';
import { theme } from 'antd';
import type { NodeByTag } from '../../grammar/nodes.ts';
import type { CompiledColumn, CompiledTable } from '../../kernel/index.ts';
import { useForm, useOptionalForm } from '../../runtime/contexts.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import type { EditProps, ViewProps } from '../../runtime/node/faces.ts';
import { Cards } from './cards/Cards.tsx';
import { useDefaultRows } from './useDefaultRows.ts';
import { mayRefill } from './data/filledTable.ts';
import { ReadTools } from './data/ReadTools.tsx';
import { ReplaceDialog } from './data/ReplaceDialog.tsx';
import { definition } from './definition.ts';
import { Grid } from './grid/Grid.tsx';
import { TableContext } from './model.ts';
import { CallsLine } from './parts/CallMark.tsx';
import { DefaultRowsLine } from './parts/DefaultRowsLine.tsx';
import { FillChangesDialog } from './parts/FillChangesDialog.tsx';
import { BusyArea, JobLine } from './parts/JobLine.tsx';
import { ProblemsLine } from './parts/ProblemsLine.tsx';
import { RemoveDialog } from './parts/RemoveDialog.tsx';
import { SkippedContentPanel } from './parts/SkippedContentPanel.tsx';
import { RefillButton, Toolbar } from './parts/Toolbar.tsx';
import { isUnsortedAndUnfiltered } from './read/arrangeRows.ts';
import { useSortFilterControl } from './read/useSortFilterControl.ts';
import type { CellRef } from './store/cursor.ts';
import { emptyTableHint } from './data/emptyTableHint.ts';
import { hasTopButton } from '../../rules/topButtons.ts';
import { PHONE_WIDTH, useIsNarrowerThan } from '../../runtime/host/mediaQuery.ts';
import { removeRows } from './removeRows.ts';
import { useTableModel, type TableWrites } from './useTableModel.ts';
import './subTable.css';

interface Props {
  table: CompiledTable;
  session: FormSession;
  value: unknown;
  id: string;
  labelledBy: string | undefined;
  /** Which changes of its rows the table writes to the form session. */
  writes: TableWrites;
}

/**
 * A sub-table: a grid on a wide screen, cards on a phone. At every change the form session gets all rows (SL-003).
 */
export const SubTable = observer(function SubTable({ table, session, value, id, labelledBy, writes }: Props) {
  const isReadOnly = writes !== 'edits';
  const root = useRef<HTMLDivElement>(null);
  const [isOpenForEditing, setOpenForEditing] = useState(true);
  const resumeEditing = useCallback(() => setOpenForEditing(true), []);
  const [relationWithFillsToUpdate, setRelationWithFillsToUpdate] = useState<CompiledColumn | null>(null);
  const [idsToRemove, setIdsToRemove] = useState<readonly string[]>([]);
  const { shownValue, sortFilterControl } = useSortFilterControl(table, session, value, isReadOnly);
  const model = useTableModel({
    table,
    session,
    value: shownValue,
    writes,
    domId: id,
    isOpenForEditing,
    reopen: resumeEditing,
    root,
    confirmRemoval: setIdsToRemove,
    openFillChangesDialog: setRelationWithFillsToUpdate,
    sortFilterControl,
  });
  const { store, actions, isEditMode, rights, emit, surface, fieldRows } = model;
  const clearSortAndFilter = sortFilterControl?.clear;
  // sorting or filtering moves other rows to the positions of the selected cells, so the cell selection is cleared
  const sortAndFilter = sortFilterControl?.sortAndFilter;
  useEffect(() => {
    if (sortAndFilter !== undefined && !isUnsortedAndUnfiltered(sortAndFilter)) store.cursor.move(null);
  }, [sortAndFilter, store]);
  const isNarrow = useIsNarrowerThan(PHONE_WIDTH);
  const defaultRows = useDefaultRows(session, table, model, {
    isEnabled: isEditMode || writes === 'loadedRows',
    isReadOnly: writes === 'loadedRows',
  });
  const canRefill = (isEditMode || writes === 'loadedRows') && mayRefill(table, session, rights);
  const onRefill = canRefill && !hasTopButton(table.node, 'refresh') ? defaultRows.reload : null;
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
      setOpenForEditing(true);
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
        if (store.rows.indexOf(row.id) < 0) clearSortAndFilter?.();
        // runs after the form has focused the first control of the field
        requestAnimationFrame(() => jumpToCell({ rowId: row.id, column }));
      }),
    [session, table, store, fieldRows, clearSortAndFilter, jumpToCell],
  );
  /** 保存全部 (SL-002): validates the table, ends the editing (mode 0) and emits `save-all`. */
  const saveAll = (): void => {
    store.cursor.move(null);
    session.validateField(table.key);
    setOpenForEditing(false);
    emit('save-all', null);
  };
  const noRowsText = rights.add ? `还没有数据，${emptyTableHint(table.node)}` : '暂无数据';
  const surfaceProps = {
    labelledBy,
    empty: sortFilterControl !== null && sortFilterControl.total > 0 ? '没有符合条件的行' : noRowsText,
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
        {!isReadOnly && (
          <BusyArea>
            <Toolbar
              onAdd={addRow}
              onSaveAll={saveAll}
              onResume={isOpenForEditing ? null : resumeEditing}
              onRefresh={defaultRows.reload}
              onRefill={onRefill}
            />
          </BusyArea>
        )}
        {isReadOnly && <ReadTools />}
        {isReadOnly && onRefill && (
          <div className="st-toolbar">
            <RefillButton onRefill={onRefill} />
          </div>
        )}
        {!isReadOnly && (
          <ProblemsLine
            tableProblems={session.problems(table.key).filter((problem) => problem.path.length === 0)}
            onJump={jumpToCell}
          />
        )}
        {!isReadOnly && <SkippedContentPanel onJump={jumpToCell} />}
        {!isReadOnly && <CallsLine />}
        {!isReadOnly && <JobLine />}
        <DefaultRowsLine {...defaultRows} rowCount={fieldRows().length} isFilledByRelation={table.rowFill !== null} />
        <BusyArea>{isNarrow ? <Cards {...surfaceProps} /> : <Grid {...surfaceProps} />}</BusyArea>
        {defaultRows.pendingReplacement !== null && (
          <ReplaceDialog
            pending={defaultRows.pendingReplacement}
            tableLabel={table.node.label ?? ''}
            isFilledByRelation={table.rowFill !== null}
            revert={defaultRows.revert}
            answer={defaultRows.answer}
          />
        )}
        {relationWithFillsToUpdate !== null && (
          <FillChangesDialog relation={relationWithFillsToUpdate} onClose={() => setRelationWithFillsToUpdate(null)} />
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

/**
 * The sub-table as an editable field of the form; its value is the full list of rows. It does not call `onChange`,
 * because the table writes its rows to the session.
 */
export const Edit = observer(function Edit({ id, node, value }: EditProps<NodeByTag['subTable']>) {
  const session = useForm();
  const table = session.compiled.tables.get(node.__vModel__);
  const hasLabel = node.label !== undefined && node.label !== '' && node.showLabel !== false;
  if (!table) return null;
  return (
    <SubTable
      table={table}
      session={session}
      value={value}
      id={id}
      labelledBy={hasLabel ? `${id}-label` : undefined}
      writes="edits"
    />
  );
});

/** The read-only table; outside a form (in a cell of a list), only the number of rows. */
export const View = observer(function View({ node, value }: ViewProps<NodeByTag['subTable']>) {
  const session = useOptionalForm();
  const table = session?.compiled.tables.get(node.__vModel__);
  if (!session || !table) return definition.text?.(value, node, {}) ?? '';
  const isFormEditable = session.mode === 'edit' && session.situation.isEdit === '1';
  return (
    <SubTable
      table={table}
      session={session}
      value={value}
      id={`field-${node.__vModel__}`}
      labelledBy={undefined}
      writes={isFormEditable ? 'loadedRows' : 'nothing'}
    />
  );
});
