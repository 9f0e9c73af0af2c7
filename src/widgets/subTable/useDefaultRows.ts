import { useCallback, useEffect, useRef, useState } from 'react';
import { autorun, untracked } from '@formily/reactive';
import { companionKey } from '../../domain/companionKey.ts';
import type { CompiledTable, Row } from '../../kernel/index.ts';
import { isSameValue, rowsOf } from '../../records/index.ts';
import { shouldLoadDefaultRows } from '../../rules/defaultRows.ts';
import { rowLimit } from '../../rules/tables.ts';
import { failureText, notice } from '../../runtime/host/notice.ts';
import { beginWork, pendingWork, type PendingWork } from '../../runtime/host/pendingWork.ts';
import type { Dependency } from '../../runtime/form/defaultRows.ts';
import { valuesFilledBy } from '../../runtime/form/filledFields.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import { compareRows, rowsByHand, type RowComparison } from './data/filledTable.ts';
import { hasDependencyValue, requestRows } from './data/requestRows.ts';
import type { TableModel } from './model.ts';

type Values = Record<string, unknown>;

/** A failed call for default rows. */
export interface FailedLoad {
  message: string;
  /** True if the table contains the rows of an earlier value of the dependency field, or no rows for its new value. */
  isOutdated: boolean;
  retry(): void;
  /** Goes on with the rows that the table has; null: they do not fit the present value of the dependency field. */
  giveUp: (() => void) | null;
}

/** Loaded rows that wait for the user's answer. */
export interface PendingReplacement {
  /** How many rows they replace, and how many they are. */
  count: number;
  newCount: number;
  /**
   * 'default': rows of another source; 'chosen': another record was chosen, so that the filled rows of the former one
   * cannot stay; 'again': the present rows of the same record.
   */
  kind: 'default' | 'chosen' | 'again';
  /** Number of rows that were added by hand to a filled table, which may stay. */
  byHandCount: number;
  /** Number of rows of a filled table that are the same as loaded ones, which stay. */
  sameCount: number;
}

/**
 * The answer: the loaded rows, with or without the rows added by hand; the present rows; the present rows for now,
 * although they do not fit, so that a save waits.
 */
export type ReplacementAnswer = 'replace' | 'replaceAll' | 'keep' | 'later';

export interface DefaultRows {
  pendingReplacement: PendingReplacement | null;
  answer(answer: ReplacementAnswer): void;
  /**
   * Takes back the choice of the record whose rows do not fit those of the table: back to the record `label`, '' to
   * none. Null if the choice fits, or if the person may not change it.
   */
  revert: { label: string; run(): void } | null;
  /** Loads the rows again at the user's request. */
  reload(): void;
  isLoading: boolean;
  failedLoad: FailedLoad | null;
  /** Takes a failure that leaves nothing to do from the screen. */
  dismiss(): void;
}

/** Rows loaded for this value of the dependency field. */
interface LoadedRows {
  rows: readonly Values[];
  dependency: Dependency;
}

/** Why rows are loaded: for a table without rows, after a change of the dependency field, or at the user's request. */
type Cause = 'empty' | 'changed' | 'asked';

/** The state of the call: running, or failed with a message. */
type Call = { cause: Cause; failure: string | null };

/**
 * Loads the default rows of the configured request. Reloads them when the field on which they depend has changed
 * (SL-004…007), even while the table was not on the screen. Changed rows are replaced only after confirmation. A save
 * waits for the call; if reloading for a new value fails, it also waits for the person's decision. Rows written in the
 * document are the initial value of the table, which the kernel provides.
 */
export function useDefaultRows(
  session: FormSession,
  table: CompiledTable,
  { actions, fieldRows }: Pick<TableModel, 'actions' | 'fieldRows'>,
  { isEnabled, isReadOnly }: { isEnabled: boolean; isReadOnly: boolean },
): DefaultRows {
  const { defaultRows } = session;
  const requestCount = useRef(0);
  /** What the relation had filled when another record was chosen; null: not known. */
  const beforeChoice = useRef<Values | null>(null);
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
  const compare = useCallback(
    ({ rows, dependency }: LoadedRows, keepsByHand = true): RowComparison => {
      const { baseline, situation } = session;
      // after another choice and back, the stored rows are the same rows again, which are neither removed nor added
      const isStoredChoice = table.fill !== null && isSameValue(dependency.value, baseline[table.fill.relation]);
      const stored = isStoredChoice ? rowsOf(baseline[table.key]) : [];
      return compareRows(table, situation, { loaded: rows, present: fieldRows(), stored, keepsByHand });
    },
    [fieldRows, session, table],
  );
  const applyRows = useCallback(
    (loaded: LoadedRows, keepsByHand: boolean) => {
      // filling an empty table is not an undo step; replacing changed rows is
      const areAsLoaded = defaultRows.areAsLoaded(table.key);
      const isLogged = fieldRows().length > 0 && !areAsLoaded;
      const { fitting, same, restored, byHand } = compare(loaded, keepsByHand);
      const taken = fitting.map((values, index): Row => {
        const row = same[index] ?? restored[index] ?? actions.newRow();
        return { ...row, fieldsMap: { ...row.fieldsMap, ...values } };
      });
      const kept = [...(areAsLoaded ? [] : same), ...restored].filter((row) => row !== undefined);
      const write = (): void => actions.replaceAll([...taken, ...byHand], isLogged);
      defaultRows.load(table.key, loaded.dependency, write, [...kept, ...byHand]);
      if (loaded.rows.length > fitting.length) {
        const [what, limit] = [table.fill === null ? '默认数据' : '所选记录的明细', rowLimit(table.node)];
        notice('warning', `${table.node.label ?? '明细'}：${what}超过 ${limit} 行，只填入了前 ${fitting.length} 行`);
      }
    },
    [actions, compare, defaultRows, fieldRows, table],
  );
  /** Whether the present rows of the record are what the table has; says so, and also if there are none. */
  const isNothingNew = useCallback(
    (loaded: LoadedRows): boolean => {
      if (table.fill === null || defaultRows.isOutdated(table.key)) return false;
      const { same, isNothingForeign } = compare(loaded);
      const isSame = isNothingForeign && !same.includes(undefined);
      if (loaded.rows.length === 0) notice('info', '所选记录没有可带出的明细，或者您不能查看');
      else if (isSame) notice('info', '明细与所选记录一致，不需要重新带出');
      return isSame || loaded.rows.length === 0;
    },
    [compare, defaultRows, table],
  );
  const requestRowsAndApply = useCallback(
    (cause: Cause) => {
      cancel();
      const requestNumber = requestCount.current;
      const isCurrent = (): boolean => requestNumber === requestCount.current;
      const dependency = defaultRows.dependency(table.key);
      const isReload = cause !== 'empty';
      const isDependencyEmpty = isReload && !hasDependencyValue(session, table);
      hold('rows');
      setCall({ cause, failure: null });
      (isDependencyEmpty ? Promise.resolve([]) : requestRows(table, session, actions, isReadOnly)).then(
        (rows) => {
          if (!isCurrent()) return;
          cancel();
          const loaded: LoadedRows = { rows, dependency };
          if (cause === 'asked' && isNothingNew(loaded)) return;
          if (fieldRows().length === 0 || (isReload && defaultRows.areAsLoaded(table.key))) applyRows(loaded, false);
          // nothing would be removed, for example where an undo has brought the rows of the chosen record back
          else if (cause === 'changed' && table.fill !== null && !isDependencyEmpty && compare(loaded).isNothingForeign)
            applyRows(loaded, true);
          else if (isReload) setPendingRows(loaded);
        },
        (error: unknown) => {
          if (!isCurrent()) return;
          const failure = failureText(error);
          hold(defaultRows.isOutdated(table.key) ? 'outdated' : null);
          setCall({ cause, failure });
          notice('warning', failure);
        },
      );
    },
    [table, session, actions, isReadOnly, fieldRows, applyRows, compare, isNothingNew, cancel, hold, defaultRows],
  );
  useEffect(() => {
    if (!isEnabled) return undefined;
    const { node } = table;
    const load = (hasDependencyChanged: boolean): void => {
      if (shouldLoadDefaultRows(node, session.situation, { rowCount: fieldRows().length, hasDependencyChanged }))
        requestRowsAndApply(hasDependencyChanged ? 'changed' : 'empty');
    };
    const { defaultTbDataDependKey: key } = node;
    const loadFirst = (): void => {
      if (defaultRows.isOutdated(table.key)) load(true);
      // not again when the page is shown again: the person may have removed the loaded rows
      else if (defaultRows.unstoredRows(table.key) === undefined && hasDependencyValue(session, table)) load(false);
    };
    loadFirst();
    let isDisposed = false;
    // later than a merge has applied its changes to the record that it has loaded
    const stopForgotten = defaultRows.onForgotten(() => {
      window.queueMicrotask(() => {
        if (!isDisposed) loadFirst();
      });
    });
    if (!key)
      return () => {
        isDisposed = true;
        stopForgotten();
      };
    let lastValue = session.values[key];
    const stopAutorun = autorun(() => {
      const value = session.values[key];
      if (Object.is(value, lastValue)) return;
      // the choice fills the other fields later; while a call is running, they are not yet what belongs to the rows
      if (isSameValue(lastValue, defaultRows.dependencyOfRows(table.key).value))
        beforeChoice.current =
          pendingWork(session) === null ? untracked(() => valuesFilledBy(key, session.values, session.field)) : null;
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
      stopForgotten();
      stopAutorun();
      stopSettled();
    };
  }, [session, table, fieldRows, isEnabled, requestRowsAndApply, cancel, defaultRows]);
  const isOutdated = defaultRows.isOutdated(table.key);
  const isOtherRecord = table.fill !== null && isOutdated && hasDependencyValue(session, table);
  const before = defaultRows.dependencyOfRows(table.key);
  const relation = table.fill?.relation ?? '';
  const revert =
    isOtherRecord && session.access(relation).editable
      ? {
          label: before.label,
          run(): void {
            const choice = { [relation]: before.value, [companionKey(relation)]: before.label };
            if (beforeChoice.current === null) session.setValue(relation, before.value, before.label);
            else session.restoreValues({ ...choice, ...beforeChoice.current });
          },
        }
      : null;
  const mayKeep = !isOtherRecord || rowsByHand(table, session.situation, fieldRows()).length === fieldRows().length;
  const failedLoad: FailedLoad | null =
    call === null || call.failure === null
      ? null
      : {
          message: call.failure,
          isOutdated,
          retry: () => requestRowsAndApply(call.cause),
          giveUp: mayKeep ? () => defaultRows.settle([table.key]) : null,
        };
  const describe = (loaded: LoadedRows): PendingReplacement => {
    const { fitting, same, byHand } = compare(loaded);
    const counts = {
      count: fieldRows().length,
      newCount: fitting.length,
      byHandCount: byHand.length,
      sameCount: same.filter((row) => row !== undefined).length,
    };
    if (isOtherRecord) return { ...counts, kind: 'chosen' };
    return { ...counts, kind: table.fill !== null && !isOutdated ? 'again' : 'default' };
  };
  return {
    pendingReplacement: pendingRows === null ? null : describe(pendingRows),
    answer(answer) {
      if (answer === 'later') {
        hold('outdated');
        setCall({ cause: 'changed', failure: '您选择了先不替换，替换后才能保存' });
      } else if (answer !== 'keep' && pendingRows !== null) applyRows(pendingRows, answer === 'replace');
      else defaultRows.settle([table.key]);
      setPendingRows(null);
    },
    revert,
    reload: () => requestRowsAndApply('asked'),
    isLoading: call !== null && call.failure === null,
    failedLoad,
    dismiss: cancel,
  };
}
