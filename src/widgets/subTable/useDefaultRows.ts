import { useCallback, useEffect, useRef, useState } from 'react';
import { autorun, raw, untracked } from '@formily/reactive';
import { type CompiledTable, placeholderSourceOf, defaultSource, recordListSource } from '../../kernel/index.ts';
import { defaultCall, filledBySource, itemsOf, rowOfItem } from '../../requests/index.ts';
import { shouldLoadDefaultRows } from '../../rules/defaultRows.ts';
import { failureText, notice } from '../../runtime/host/notice.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import type { Actions } from './actions.ts';
import { createFiller } from './data/filler.ts';

type Values = Record<string, unknown>;

/**
 * Loads the default rows (SC-015…019, RD-001…003). Placeholders in the request are replaced by form values,
 * `curentUser` by the current user.
 */
async function requestRows(
  table: CompiledTable,
  { services, values, situation }: FormSession,
  actions: Actions,
  isReadOnly: boolean,
): Promise<Values[]> {
  const source = defaultSource(table.node);
  if (source === null) return [];
  const call = defaultCall(source, placeholderSourceOf(situation, values));
  if (!call.ok) throw new Error(call.problems[0]?.message);
  const answer = await services.request(call.value);
  // columns that the person may not fill are accepted only if the server can look them up itself
  const isVerified = recordListSource(source) !== null || table.fill !== null;
  const lookedUpKeys = isVerified ? filledBySource(table, source).map(({ key }) => key) : [];
  const filler = createFiller({ table, actions }, new Set(lookedUpKeys));
  const rows = itemsOf(answer, source.position).map((item) => filler.acceptedValues(rowOfItem(table, source, item)));
  // rows without any accepted value are not added to a read-only table
  return isReadOnly ? rows.filter((row) => Object.keys(row).length > 0) : rows;
}

/** Does the field that the request depends on have a value? Without it the request would return rows of everybody. */
function hasDependencyValue(
  { values }: FormSession,
  { node: { defaultTbDataDependKey: key } }: CompiledTable,
): boolean {
  const value = key ? (values[key] ?? '') : null;
  return value !== '' && !(Array.isArray(value) && value.length === 0);
}

export interface DefaultRows {
  /** Set while loaded rows wait for the user's confirmation; `count` is the number of rows they would replace. */
  pendingReplacement: { count: number } | null;
  /** Replaces the rows by the loaded ones, or keeps them. */
  answer(isYes: boolean): void;
  /** Loads the rows again at the user's request. */
  reload(): void;
}

/**
 * Loads the default rows of the configured request and reloads them when the field they depend on changes (SL-004…007).
 * Changed rows are replaced only after confirmation. Rows written in the document are not handled here: the kernel
 * provides them as the initial value of the table.
 */
export function useDefaultRows(
  session: FormSession,
  table: CompiledTable,
  actions: Actions,
  { isEnabled, isReadOnly }: { isEnabled: boolean; isReadOnly: boolean },
): DefaultRows {
  const requestCount = useRef(0);
  /** The row list right after the last load; rows are unchanged while the list is the same object. */
  const loadedRows = useRef<unknown>(null);
  const [pendingRows, setPendingRows] = useState<readonly Values[] | null>(null);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  /** All rows: a read-only table may show only some of those of its field. */
  const allRows = useCallback((): readonly unknown[] => {
    if (!isReadOnly) return actions.rows();
    const value = untracked(() => raw(session.values[table.key]) as unknown);
    return Array.isArray(value) ? value : [];
  }, [session, table, actions, isReadOnly]);
  const applyRows = useCallback(
    (rows: readonly Values[]) => {
      // filling an empty table is not an undo step; replacing changed rows is
      actions.replaceAll(rows, allRows().length > 0 && allRows() !== loadedRows.current);
      loadedRows.current = allRows();
    },
    [actions, allRows],
  );
  const requestRowsAndApply = useCallback(
    (isReload: boolean) => {
      const isDependencyEmpty = isReload && !hasDependencyValue(session, table);
      const requestNumber = (requestCount.current += 1);
      const isCurrent = (): boolean => isMounted.current && requestNumber === requestCount.current;
      setPendingRows(null);
      (isDependencyEmpty ? Promise.resolve([]) : requestRows(table, session, actions, isReadOnly)).then(
        (rows) => {
          if (!isCurrent()) return;
          const currentRows = allRows();
          if (currentRows.length === 0 || (isReload && currentRows === loadedRows.current)) applyRows(rows);
          else if (isReload) setPendingRows(rows);
        },
        (error: unknown) => {
          if (isCurrent()) notice('warning', failureText(error));
        },
      );
    },
    [table, session, actions, isReadOnly, allRows, applyRows],
  );
  useEffect(() => {
    if (!isEnabled) return undefined;
    const { node } = table;
    const load = (hasDependencyChanged: boolean): void => {
      if (shouldLoadDefaultRows(node, session.situation, { rowCount: allRows().length, hasDependencyChanged }))
        requestRowsAndApply(hasDependencyChanged);
    };
    const { defaultTbDataDependKey: key } = node;
    if (hasDependencyValue(session, table)) load(false);
    if (!key) return undefined;
    let lastValue = session.values[key];
    let isDisposed = false;
    const stopAutorun = autorun(() => {
      const value = session.values[key];
      if (Object.is(value, lastValue)) return;
      lastValue = value;
      window.queueMicrotask(() => {
        if (!isDisposed) load(true);
      });
    });
    return () => {
      isDisposed = true;
      stopAutorun();
    };
  }, [session, table, allRows, isEnabled, requestRowsAndApply]);
  return {
    pendingReplacement: pendingRows === null ? null : { count: allRows().length },
    answer(isYes) {
      if (isYes && pendingRows !== null) applyRows(pendingRows);
      setPendingRows(null);
    },
    reload: () => requestRowsAndApply(true),
  };
}
