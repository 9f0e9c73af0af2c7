import { useCallback, useEffect, useInsertionEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react';
import { autorun, raw } from '@formily/reactive';
import type { CompiledTable, Row, Option } from '../../kernel/index.ts';
import type { Problem } from '../../domain/problem/index.ts';
import { hasTopButton } from '../../rules/topButtons.ts';
import type { Situation } from '../../rules/situation.ts';
import { useRegistry } from '../../runtime/contexts.ts';
import { preloadFace } from '../../runtime/node/LazyFace.tsx';
import { useOptionsOf } from '../../runtime/options/useOptions.ts';
import { failureText } from '../../runtime/host/notice.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { createActions, type Actions } from './actions.ts';
import { OPERATION_WIDTH, readWidth } from './columns.ts';
import type { SubTableEvent } from './subTableEvent.ts';
import type { Surface, TableModel } from './model.ts';
import type { Reading } from './read/useReading.ts';
import { NO_RIGHTS, tableRights, visibleColumns } from './rights.ts';
import { holdSaves } from './holdSaves.ts';
import { removeRows } from './removal.ts';
import { createTableStore, type TableStore } from './store/tableStore.ts';
import { useColumnLayout } from './useColumnLayout.ts';

export interface TableInput {
  table: CompiledTable;
  session: FormSession;
  value: unknown;
  /** Absent on a table that is only read. */
  onChange?(rows: readonly Row[]): void;
  /** Takes rows that were loaded into a table that is only read. */
  onLoaded?: ((rows: readonly Row[]) => void) | undefined;
  domId: string;
  /** False after 保存全部. */
  isOpen: boolean;
  /** Back from there. */
  reopen(): void;
  root: RefObject<HTMLElement | null>;
  ask(ids: readonly string[]): void;
  reading: Reading | null;
}

interface Core {
  store: TableStore;
  actions: Actions;
  emitted: { rows: unknown };
}

/** Store and actions of one table in one form, and the value that goes in and out of them. */
function useCore({ table, session, value, onChange, onLoaded, isOpen }: TableInput): Core {
  const latest = useRef<{ onChange?: ((rows: readonly Row[]) => void) | undefined; isLive: boolean }>({
    isLive: false,
  });
  // before children's effects and any event; rendering asks the model instead
  useInsertionEffect(() => {
    latest.current = { onChange: onChange ?? onLoaded, isLive: onChange !== undefined && isOpen };
  });
  const options = useOptionsOf(useMemo(() => table.columns.map((column) => column.node), [table]));
  const optionMap = useRef<ReadonlyMap<string, readonly Option[]>>(new Map());
  const core = useMemo((): Core => {
    const emitted = { rows: raw(value) as unknown };
    const store = createTableStore({
      columns: table.columns,
      value: emitted.rows,
      scope: () => session.scope,
      onEmit: (rows) => {
        emitted.rows = rows;
        latest.current.onChange?.(rows);
      },
      request: (call) => session.services.request(call),
      failureText,
      options: (key) => optionMap.current.get(key),
    });
    const actions = createActions({
      table,
      store,
      scope: () => session.scope,
      isLive: () => latest.current.isLive,
      options: (key) => optionMap.current.get(key),
    });
    return { store, actions, emitted };
    // eslint-disable-next-line react/exhaustive-deps -- a later value goes into the living store by the effect below
  }, [table, session]);
  useEffect(() => () => core.store.watch.dispose(), [core]);
  useEffect(() => holdSaves(core.store, session), [core, session]);
  useLayoutEffect(() => {
    const plain = raw(value) as unknown;
    if (plain === core.emitted.rows) return;
    core.emitted.rows = plain;
    core.store.rows.load(plain);
  }, [core, value]);
  useLayoutEffect(() => {
    optionMap.current = new Map(
      table.columns.flatMap((column, i) => (options[i]?.options ? [[column.key, options[i].options] as const] : [])),
    );
    core.store.topics.touchAllRows();
  }, [core, table, options]);
  return core;
}

/** Rules and formulas follow the situation and the form fields they read. */
function useFollowForm({ session }: TableInput, { store, actions }: Core): void {
  useEffect(() => {
    let isFirst = true;
    return autorun(() => {
      Object.values(session.situation).forEach(() => undefined);
      for (const key of store.formulas.formKeys) void session.values[key];
      if (isFirst) {
        isFirst = false;
        return;
      }
      actions.resetAccess();
      store.topics.batch(() => {
        store.rows.recompute();
        store.topics.touchAllRows();
      });
    });
  }, [session, store, actions]);
}

/** Problems of the table itself (no rows, too few, too many) that the present rows have not settled. */
function stillTrue(
  { definition, node }: CompiledTable,
  own: readonly Problem[],
  rows: readonly Row[],
): readonly Problem[] {
  if (own.length === 0) return own;
  const detail = definition.validate?.(rows, node as never) ?? null;
  return own
    .filter(({ code }) => (code === 'VALUE_REQUIRED' ? rows.length === 0 : detail !== null))
    .map((problem) =>
      problem.code === 'ROW_COUNT' ? { ...problem, message: `${node.label ?? ''}：${detail}` } : problem,
    );
}

/** Problems of the whole form (on submit, from the server) come in; what a cell's own check finds goes out. */
function useProblems({ session, table }: TableInput, { store }: Core): void {
  useEffect(() => {
    let own: unknown = null;
    const stop = autorun(() => {
      const list = session.problems(table.key);
      if (list !== own) store.problems.load(list, store.rows.all());
    });
    const send = (): void => {
      const rest = stillTrue(
        table,
        session.problems(table.key).filter((problem) => problem.path.length === 0),
        store.rows.all(),
      );
      const cells = store.problems
        .list(
          store.rows.all(),
          table.columns.map((column) => column.key),
        )
        .flatMap(({ index, cell, problems }) =>
          problems.map((problem) => ({ ...problem, path: [index, cell.column] })),
        );
      own = [...rest, ...cells];
      session.setProblems(table.key, own as typeof cells);
    };
    let isSending = false;
    const soon = (): void => {
      if (isSending) return;
      isSending = true;
      window.queueMicrotask(() => {
        isSending = false;
        send();
      });
    };
    const offs = [
      store.topics.subscribe('problems', soon),
      store.topics.subscribe('structure', () => {
        if (session.problems(table.key).length > 0) soon();
      }),
    ];
    return () => {
      stop();
      for (const off of offs) off();
    };
  }, [session, table, store]);
}

/** What is stored is no longer changed: marks go when the form was saved. */
function useSaved({ session }: TableInput, { store }: Core): void {
  useEffect(() => {
    let wasDirty = session.isDirty;
    return autorun(() => {
      const { isDirty } = session;
      if (wasDirty && !isDirty) {
        store.rows.markStored();
        store.jobs.tell(null);
        store.topics.touchAllRows();
      }
      wasDirty = isDirty;
    });
  }, [session, store]);
}

/** OP-009 without the row: no button can show outside a current task, or at another node than its own. */
const mayShowButton = ({ nodeCondition = '' }: { nodeCondition?: string }, { todo, taskNode }: Situation): boolean =>
  todo === '1' && (nodeCondition.trim() === '' || nodeCondition.trim() === taskNode);

/** Must run inside an `observer`: rights and columns are read from the live situation. */
export function useTableModel(input: TableInput): TableModel {
  const { table, session, domId, onChange, isOpen, reopen, root, ask, reading } = input;
  const core = useCore(input);
  useFollowForm(input, core);
  useProblems(input, core);
  useSaved(input, core);
  const { store, actions } = core;
  const surface = useRef<Surface | null>(null);
  const registry = useRegistry();
  const isLive = onChange !== undefined && isOpen;
  const now = {
    rights: isLive ? tableRights(table, session.scope) : NO_RIGHTS,
    columns: visibleColumns(table, session.scope),
  };
  const key = JSON.stringify([now.rights, now.columns.map((column) => column.key)]);
  // eslint-disable-next-line react/exhaustive-deps -- new objects only when what they say has changed
  const { rights, columns } = useMemo(() => now, [key, table]);
  const look = useColumnLayout(
    columns,
    `sub-table:${session.situation.user.id}:${session.compiled.definition.formKey}:${table.key}`,
  );
  useEffect(() => {
    if (isLive)
      for (const tag of new Set(columns.map((column) => column.node.tag)))
        void preloadFace(registry.widget(tag)?.faces.edit);
  }, [isLive, columns, registry]);

  const remove = useCallback(
    (ids: readonly string[]) => {
      const gone = ids.filter(actions.mayRemove);
      if (gone.length > 1 || !actions.areBlank(gone)) ask(gone);
      else removeRows({ store, actions, root, surface }, gone);
    },
    [store, actions, ask, root, surface],
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
    (operations !== null && operations.items.some((item) => mayShowButton(item, session.situation)));
  const operationWidth = hasOperations ? (readWidth(operations?.width) ?? OPERATION_WIDTH) : 0;
  const hasSelection =
    isLive && node.multiple === true && (rights.remove || rights.copy || hasTopButton(node, 'exportData'));
  return useMemo(
    () => ({
      surface,
      domId,
      table,
      session,
      store,
      actions,
      rights,
      ...look,
      isLive,
      hasSelection,
      operationWidth,
      remove,
      emit,
      reading,
    }),
    [domId, table, session, store, actions, rights, look, isLive, hasSelection, operationWidth, remove, emit, reading],
  );
}
