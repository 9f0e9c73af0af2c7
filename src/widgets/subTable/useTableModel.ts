import {
  useCallback,
  useContext,
  useEffect,
  useInsertionEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  type RefObject,
} from 'react';
import { autorun, raw, untracked } from '@formily/reactive';
import type { CompiledColumn, CompiledTable, Row, Option } from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { hasTopButton } from '../../rules/topButtons.ts';
import type { Situation } from '../../rules/situation.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { preloadFace } from '../../runtime/node/LazyFace.tsx';
import { useOptionsOfFields } from '../../runtime/options/useOptions.ts';
import { failureText } from '../../runtime/host/notice.ts';
import { SaveAllContext } from '../../runtime/form/saveAllContext.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { createStoredRowFinder } from './access.ts';
import { createActions, type Actions } from './actions.ts';
import { OPERATION_WIDTH, readWidth } from './columns.ts';
import type { SubTableEvent } from './subTableEvent.ts';
import type { TableSurface, TableModel } from './model.ts';
import type { SortFilterControl } from './read/useSortFilterControl.ts';
import { NO_RIGHTS, tableRights, visibleColumns } from './rights.ts';
import { registerTableWork } from './registerTableWork.ts';
import { removeRows } from './removeRows.ts';
import { readRows } from './store/rowStore.ts';
import { createTableStore, type TableStore } from './store/tableStore.ts';
import { useColumnLayout } from './useColumnLayout.ts';

/**
 * Which changes of its rows a table writes to the form session. 'edits': all changes; 'loadedRows': only default rows
 * and computed columns, in a read-only table of an editable form (SL-004 needs no permission to edit).
 */
export type TableWrites = 'edits' | 'loadedRows' | 'nothing';

export interface TableInput {
  table: CompiledTable;
  session: FormSession;
  value: unknown;
  writes: TableWrites;
  domId: string;
  /** False after 保存全部 until editing is resumed. */
  isOpenForEditing: boolean;
  /** Makes the rows editable again after 保存全部. */
  reopen(): void;
  root: RefObject<HTMLElement | null>;
  /** Opens the dialog that asks for confirmation before these rows are removed. */
  confirmRemoval(ids: readonly string[]): void;
  /** Opens the dialog 更新带出 of this relation. */
  openFillChangesDialog(relation: CompiledColumn): void;
  /** Sorting and filtering of a read-only table; null otherwise. */
  sortFilterControl: SortFilterControl | null;
}

interface StoreAndActions {
  store: TableStore;
  actions: Actions;
  /** Returns all rows of the field in their order, also while a read-only table is filtered or sorted. */
  fieldRows(): readonly Row[];
  /** Computes all rows again after a change outside the table. */
  recompute(): void;
  /** `rows`: the row list that was last emitted or loaded. A field value that is the same list need not be loaded. */
  lastSynced: { rows: unknown };
}

/**
 * Creates the store and actions of one table in one form and synchronizes the store with the field value: changed rows
 * are emitted, and a value set from outside is loaded.
 */
function useStoreAndActions({ table, session, value, writes, isOpenForEditing }: TableInput): StoreAndActions {
  const latest = useRef({ isReadOnly: false, writesToSession: false, isEditMode: false });
  // an insertion effect sets `latest` before the effects of child components and before any event; during rendering,
  // components read the model instead
  useInsertionEffect(() => {
    const isReadOnly = writes !== 'edits';
    latest.current = { isReadOnly, writesToSession: writes !== 'nothing', isEditMode: !isReadOnly && isOpenForEditing };
  });
  const options = useOptionsOfFields(useMemo(() => table.columns.map((column) => column.node), [table]));
  const optionsByKey = useRef<ReadonlyMap<string, readonly Option[]>>(new Map());
  const storeAndActions = useMemo((): StoreAndActions => {
    const lastSynced = { rows: raw(value) as unknown };
    const store = createTableStore({
      columns: table.columns,
      value: lastSynced.rows,
      scope: () => session.scope,
      onEmit: (rows) => {
        lastSynced.rows = rows;
        if (latest.current.writesToSession) session.setValue(table.key, rows);
      },
      onChange: (change) => actions.recheckKnownProblems(change),
      getStoredRows: () => session.baseline[table.key],
      request: (call) => session.services.request(call),
      failureText,
      options: (key) => optionsByKey.current.get(key),
    });
    const actions = createActions({
      table,
      store,
      scope: () => session.scope,
      isEditMode: () => latest.current.isEditMode,
      options: (key) => optionsByKey.current.get(key),
      storedRow: createStoredRowFinder(session, table.key),
    });
    const fieldValue = (): unknown => untracked(() => raw(session.values[table.key]) as unknown);
    const isSortedOrFiltered = (): boolean => latest.current.isReadOnly && fieldValue() !== lastSynced.rows;
    return {
      store,
      actions,
      lastSynced,
      fieldRows: () => (isSortedOrFiltered() ? readRows(fieldValue()) : store.rows.all()),
      recompute() {
        if (!isSortedOrFiltered() || !latest.current.writesToSession) {
          store.rows.recompute();
          return;
        }
        // the store has only the shown rows, in the shown order; the field must keep all rows in its own order
        const rows = readRows(fieldValue());
        const computed = rows.map((row) => store.formulas.derive(row, null));
        if (computed.some((row, i) => row !== rows[i])) session.setValue(table.key, computed);
      },
    };
    // eslint-disable-next-line react/exhaustive-deps -- the effect below loads later values into the same store
  }, [table, session]);
  useEffect(() => () => storeAndActions.store.watch.dispose(), [storeAndActions]);
  useEffect(
    () => registerTableWork(storeAndActions.store, session, { key: table.key, label: table.node.label || '明细' }),
    [storeAndActions, session, table],
  );
  useLayoutEffect(() => {
    const rawValue = raw(value) as unknown;
    if (rawValue === storeAndActions.lastSynced.rows) return;
    storeAndActions.lastSynced.rows = rawValue;
    storeAndActions.store.rows.load(rawValue);
  }, [storeAndActions, value]);
  useLayoutEffect(() => {
    optionsByKey.current = new Map(
      table.columns.flatMap((column, i) => (options[i]?.options ? [[column.key, options[i].options] as const] : [])),
    );
    storeAndActions.store.topics.touchAllRows();
  }, [storeAndActions, table, options]);
  return storeAndActions;
}

/** Recomputes access and formulas when the situation or a form field that they read changes. */
function useRecomputeOnFormChange({ session }: TableInput, { store, actions, recompute }: StoreAndActions): void {
  useEffect(() => {
    let isFirst = true;
    return autorun(() => {
      // reading a value makes it a dependency of the autorun
      Object.values(session.situation).forEach(() => undefined);
      for (const key of store.formulas.formKeys) void session.values[key];
      if (isFirst) {
        isFirst = false;
        return;
      }
      actions.resetAccess();
      store.topics.batch(() => {
        recompute();
        store.topics.touchAllRows();
      });
    });
  }, [session, store, actions, recompute]);
}

/** Returns those problems of the whole table (no rows, too few, too many) that still apply to the current rows. */
function remainingTableProblems(
  { definition, node }: CompiledTable,
  tableProblems: readonly Problem[],
  rows: readonly Row[],
): readonly Problem[] {
  if (tableProblems.length === 0) return tableProblems;
  const detail = definition.validate?.(rows, node as never) ?? null;
  return tableProblems
    .filter(({ code }) => (code === 'VALUE_REQUIRED' ? rows.length === 0 : detail !== null))
    .map((problem) =>
      problem.code === 'ROW_COUNT' ? { ...problem, message: `${node.label ?? ''}：${detail}` } : problem,
    );
}

/**
 * Copies the problems of the form (found on submit or by the server) into the store, and the problems that the store
 * has found in single cells back into the form.
 */
function useProblemSync({ session, table }: TableInput, { store, fieldRows }: StoreAndActions): void {
  useEffect(() => {
    let lastSent: unknown = null;
    const stopAutorun = autorun(() => {
      const list = session.problems(table.key);
      if (list !== lastSent) store.problems.load(list, fieldRows());
    });
    const sendProblems = (): void => {
      const tableProblems = remainingTableProblems(
        table,
        session.problems(table.key).filter((problem) => problem.path.length === 0),
        fieldRows(),
      );
      const cellProblems = store.problems
        .list(
          fieldRows(),
          table.columns.map((column) => column.key),
        )
        .flatMap(({ index, cell, problems }) =>
          problems.map((problem) => ({ ...problem, path: [index, cell.column] })),
        );
      lastSent = [...tableProblems, ...cellProblems];
      session.setProblems(table.key, lastSent as typeof cellProblems);
    };
    let isSendScheduled = false;
    const scheduleSend = (): void => {
      if (isSendScheduled) return;
      isSendScheduled = true;
      window.queueMicrotask(() => {
        isSendScheduled = false;
        sendProblems();
      });
    };
    const unsubscribers = [
      store.topics.subscribe('problems', scheduleSend),
      store.topics.subscribe('structure', () => {
        const list = session.problems(table.key);
        if (list.length === 0) return;
        const rows = fieldRows();
        // the store drops problems of rows that are filtered out but still in the field
        if (rows === store.rows.all()) scheduleSend();
        else store.problems.load(list, rows);
      }),
    ];
    return () => {
      stopAutorun();
      for (const unsubscribe of unsubscribers) unsubscribe();
    };
  }, [session, table, store, fieldRows]);
}

/** Clears the marks of changed cells, and the report about skipped input of a paste or import, after a save. */
function useClearMarksOnSave({ session }: TableInput, { store }: StoreAndActions): void {
  useEffect(() => {
    let wasDirty = session.isDirty;
    return autorun(() => {
      const { isDirty } = session;
      if (wasDirty && !isDirty) {
        store.rows.markStored();
        store.jobs.setReport(null);
        store.topics.touchAllRows();
      }
      wasDirty = isDirty;
    });
  }, [session, store]);
}

/**
 * Returns true if the button can be shown in any row (OP-009): only for a current task, and only at its configured task
 * node, if any.
 */
const canButtonBeShown = ({ nodeCondition = '' }: { nodeCondition?: string }, { todo, taskNode }: Situation): boolean =>
  todo === '1' && (nodeCondition.trim() === '' || nodeCondition.trim() === taskNode);

/**
 * Creates the model that all parts of a sub-table share. Must run inside an `observer`, because rights and columns
 * depend on the reactive situation.
 */
export function useTableModel(input: TableInput): TableModel {
  const {
    table,
    session,
    domId,
    writes,
    isOpenForEditing,
    reopen,
    root,
    confirmRemoval,
    openFillChangesDialog,
    sortFilterControl,
  } = input;
  const storeAndActions = useStoreAndActions(input);
  useRecomputeOnFormChange(input, storeAndActions);
  useProblemSync(input, storeAndActions);
  useClearMarksOnSave(input, storeAndActions);
  const { store, actions, fieldRows } = storeAndActions;
  const surface = useRef<TableSurface | null>(null);
  const registry = useRegistry();
  const isEditMode = writes === 'edits' && isOpenForEditing;
  const hasSaveAll = useContext(SaveAllContext);
  const rightsInSession = tableRights(table, session.scope);
  const current = {
    rights: isEditMode ? { ...rightsInSession, save: rightsInSession.save && hasSaveAll } : NO_RIGHTS,
    columns: visibleColumns(table, session.scope),
  };
  const key = JSON.stringify([current.rights, current.columns.map((column) => column.key)]);
  // eslint-disable-next-line react/exhaustive-deps -- new objects only when rights or visible columns have changed
  const { rights, columns } = useMemo(() => current, [key, table]);
  const columnControl = useColumnLayout(
    columns,
    `sub-table:${session.situation.user.id}:${session.compiled.definition.formKey}:${table.key}`,
  );
  useEffect(() => {
    if (isEditMode)
      for (const tag of new Set(columns.map((column) => column.node.tag)))
        void preloadFace(registry.widget(tag)?.faces.edit);
  }, [isEditMode, columns, registry]);

  const remove = useCallback(
    (ids: readonly string[]) => {
      const removableIds = ids.filter(actions.mayRemove);
      if (removableIds.length > 1 || !actions.areBlank(removableIds)) confirmRemoval(removableIds);
      else removeRows({ store, actions, root, surface }, removableIds);
    },
    [store, actions, confirmRemoval, root, surface],
  );
  const emit = useCallback(
    (event: string, row: Row | null): unknown => {
      const detail: SubTableEvent = {
        event,
        table: table.key,
        row,
        index: row ? store.rows.indexOf(row.id) : -1,
        rows: store.rows.all(),
        session,
        actions,
        reopen,
      };
      root.current?.dispatchEvent(new CustomEvent('sub-table', { bubbles: true, detail }));
      return (registry.action(event) as ((context: SubTableEvent) => unknown) | undefined)?.(detail);
    },
    [table, store, session, actions, reopen, registry, root],
  );

  const { operations, node } = table;
  const hasOperations =
    rights.copy ||
    rights.remove ||
    (operations !== null && operations.items.some((item) => canButtonBeShown(item, session.situation)));
  const operationWidth = hasOperations ? (readWidth(operations?.width) ?? OPERATION_WIDTH) : 0;
  const hasSelection =
    isEditMode &&
    // a button for selected rows needs check boxes
    ((node.multiple === true && (rights.remove || rights.copy || hasTopButton(node, 'exportData'))) ||
      (rights.remove && hasTopButton(node, 'remove')) ||
      (rights.copy && hasTopButton(node, 'copy')));
  return useMemo(
    () => ({
      surface,
      domId,
      table,
      session,
      store,
      actions,
      fieldRows,
      rights,
      ...columnControl,
      isEditMode,
      hasSelection,
      operationWidth,
      remove,
      openFillChangesDialog,
      emit,
      sortFilterControl,
    }),
    [
      domId,
      table,
      session,
      store,
      actions,
      fieldRows,
      rights,
      columnControl,
      isEditMode,
      hasSelection,
      operationWidth,
      remove,
      openFillChangesDialog,
      emit,
      sortFilterControl,
    ],
  );
}
