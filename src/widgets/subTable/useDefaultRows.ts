import { useCallback, useEffect, useRef, useState } from 'react';
import { autorun, raw, untracked } from '@formily/reactive';
import { type CompiledTable, placeholderSourceOf, defaultSource, recordListSource } from '../../kernel/index.ts';
import {
  type RequestCall,
  defaultCall,
  filledBySource,
  itemsOf,
  namesNoPage,
  pageOfWholeList,
  rowOfItem,
  totalOf,
} from '../../requests/index.ts';
import { shouldLoadDefaultRows } from '../../rules/defaultRows.ts';
import { rowLimit } from '../../rules/tables.ts';
import { failureText, notice } from '../../runtime/host/notice.ts';
import { beginWork, type PendingWork } from '../../runtime/host/pendingWork.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import type { Actions } from './actions.ts';
import { createFiller } from './data/filler.ts';

type Values = Record<string, unknown>;

/**
 * Requests a list of records page by page, up to `limit` + 1 items: the additional item shows that there are too many.
 */
async function requestWholeList(
  services: FormSession['services'],
  call: RequestCall,
  position: string | undefined,
  limit: number,
): Promise<Values[]> {
  const items: Values[] = [];
  for (let pageNum = 1; items.length <= limit; pageNum += 1) {
    const answer = await services.request(pageOfWholeList(call, pageNum));
    const found = itemsOf(answer, position);
    items.push(...found);
    if (found.length === 0 || items.length >= (totalOf(answer) ?? 0)) break;
  }
  return items;
}

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
  const items = namesNoPage(call.value)
    ? await requestWholeList(services, call.value, source.position, rowLimit(table.node))
    : itemsOf(await services.request(call.value), source.position);
  // columns that the person may not fill are accepted only if the server can look up their values itself
  const isVerified = recordListSource(source) !== null || table.fill !== null;
  const lookedUpKeys = isVerified ? filledBySource(table, source).map(({ key }) => key) : [];
  const filler = createFiller({ table, actions }, new Set(lookedUpKeys));
  const rows = items.map((item) => filler.acceptedValues(rowOfItem(table, source, item)));
  // rows without accepted values are not added to a read-only table
  return isReadOnly ? rows.filter((row) => Object.keys(row).length > 0) : rows;
}

/** Returns false if the field on which the request depends is empty: the request would return everybody's rows. */
function hasDependencyValue(
  { values }: FormSession,
  { node: { defaultTbDataDependKey: key } }: CompiledTable,
): boolean {
  const value = key ? (values[key] ?? '') : null;
  return value !== '' && !(Array.isArray(value) && value.length === 0);
}

/** A failed call for default rows. */
export interface FailedLoad {
  message: string;
  /** True if the table contains the rows of an earlier value of the dependency field, or no rows for its new value. */
  isOutdated: boolean;
  retry(): void;
  /** Continues with the current rows of the table. */
  giveUp(): void;
}

export interface DefaultRows {
  /**
   * Set while loaded rows wait for confirmation. `count`: number of rows to replace; `newCount`: number of loaded rows.
   */
  pendingReplacement: { count: number; newCount: number } | null;
  /** Replaces the rows by the loaded rows, or keeps them. */
  answer(isYes: boolean): void;
  /** Loads the rows again at the user's request. */
  reload(): void;
  isLoading: boolean;
  failedLoad: FailedLoad | null;
}

/** Rows loaded for this value of the dependency field. */
interface LoadedRows {
  rows: readonly Values[];
  dependencyValue: unknown;
}

/** State of the call: running, or failed with a message. */
type Call = { isReload: boolean; failure: string | null };

/**
 * Loads the default rows of the configured request. Reloads them when the field on which they depend has changed
 * (SL-004…007), even while the table was not on the screen. Changed rows are replaced only after confirmation. A save
 * waits for the call; if reloading for a new value fails, it also waits for the person's decision. Rows written in the
 * document are the initial value of the table, which the kernel provides.
 */
export function useDefaultRows(
  session: FormSession,
  table: CompiledTable,
  actions: Actions,
  { isEnabled, isReadOnly }: { isEnabled: boolean; isReadOnly: boolean },
): DefaultRows {
  const { defaultRows } = session;
  const requestCount = useRef(0);
  const [pendingRows, setPendingRows] = useState<LoadedRows | null>(null);
  const [call, setCall] = useState<Call | null>(null);
  /** Ends the waiting of a save. */
  const release = useRef<(() => void) | null>(null);
  const hold = useCallback(
    (kind: PendingWork | null) => {
      release.current?.();
      release.current = kind === null ? null : beginWork(session, kind);
    },
    [session],
  );
  /** Ignores the answer of a running call and clears a failed call. */
  const cancel = useCallback(() => {
    requestCount.current += 1;
    hold(null);
    setPendingRows(null);
    setCall(null);
  }, [hold]);
  useEffect(() => cancel, [cancel]);
  /** Returns all rows of the field; a read-only table may show only some of them. */
  const allRows = useCallback((): readonly unknown[] => {
    if (!isReadOnly) return actions.rows();
    const value = untracked(() => raw(session.values[table.key]) as unknown);
    return Array.isArray(value) ? value : [];
  }, [session, table, actions, isReadOnly]);
  const applyRows = useCallback(
    ({ rows, dependencyValue }: LoadedRows) => {
      // filling an empty table is not an undo step, replacing changed rows is
      const isLogged = allRows().length > 0 && !defaultRows.areAsLoaded(table.key);
      defaultRows.load(table.key, dependencyValue, () => actions.replaceAll(rows, isLogged));
      const limit = rowLimit(table.node);
      if (rows.length > limit)
        notice('warning', `${table.node.label ?? '明细'}：默认数据超过 ${limit} 行，只填入了前 ${limit} 行`);
    },
    [actions, allRows, defaultRows, table],
  );
  const requestRowsAndApply = useCallback(
    (isReload: boolean) => {
      cancel();
      const requestNumber = requestCount.current;
      const isCurrent = (): boolean => requestNumber === requestCount.current;
      const { defaultTbDataDependKey: key } = table.node;
      const dependencyValue = key ? raw(session.values[key]) : undefined;
      const isDependencyEmpty = isReload && !hasDependencyValue(session, table);
      hold('rows');
      setCall({ isReload, failure: null });
      (isDependencyEmpty ? Promise.resolve([]) : requestRows(table, session, actions, isReadOnly)).then(
        (rows) => {
          if (!isCurrent()) return;
          cancel();
          if (allRows().length === 0 || (isReload && defaultRows.areAsLoaded(table.key)))
            applyRows({ rows, dependencyValue });
          else if (isReload) setPendingRows({ rows, dependencyValue });
        },
        (error: unknown) => {
          if (!isCurrent()) return;
          const failure = failureText(error);
          hold(defaultRows.isOutdated(table.key) ? 'outdated' : null);
          setCall({ isReload, failure });
          notice('warning', failure);
        },
      );
    },
    [table, session, actions, isReadOnly, allRows, applyRows, cancel, hold, defaultRows],
  );
  useEffect(() => {
    if (!isEnabled) return undefined;
    const { node } = table;
    const load = (hasDependencyChanged: boolean): void => {
      if (shouldLoadDefaultRows(node, session.situation, { rowCount: allRows().length, hasDependencyChanged }))
        requestRowsAndApply(hasDependencyChanged);
    };
    const { defaultTbDataDependKey: key } = node;
    if (defaultRows.isOutdated(table.key)) load(true);
    // not again when the page is shown again: the person may have removed the loaded rows
    else if (defaultRows.unstored(table.key) === undefined && hasDependencyValue(session, table)) load(false);
    if (!key) return undefined;
    let lastValue = session.values[key];
    let isDisposed = false;
    const stopAutorun = autorun(() => {
      const value = session.values[key];
      if (Object.is(value, lastValue)) return;
      lastValue = value;
      // after `settle` of a restored draft or a merge, whose rows stay
      window.queueMicrotask(() => {
        if (isDisposed) return;
        if (defaultRows.isOutdated(table.key)) load(true);
        else cancel();
      });
    });
    const stopSettled = defaultRows.onSettled(table.key, cancel);
    return () => {
      isDisposed = true;
      stopAutorun();
      stopSettled();
    };
  }, [session, table, allRows, isEnabled, requestRowsAndApply, cancel, defaultRows]);
  const failedLoad: FailedLoad | null =
    call === null || call.failure === null
      ? null
      : {
          message: call.failure,
          isOutdated: defaultRows.isOutdated(table.key),
          retry: () => requestRowsAndApply(call.isReload),
          giveUp: () => defaultRows.settle([table.key]),
        };
  return {
    pendingReplacement: pendingRows === null ? null : { count: allRows().length, newCount: pendingRows.rows.length },
    answer(isYes) {
      if (isYes && pendingRows !== null) applyRows(pendingRows);
      else defaultRows.settle([table.key]);
      setPendingRows(null);
    },
    reload: () => requestRowsAndApply(true),
    isLoading: call !== null && call.failure === null,
    failedLoad,
  };
}
