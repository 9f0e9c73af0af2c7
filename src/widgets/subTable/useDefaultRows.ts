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
import { compareRows, findRowsAddedByHand, type RowComparison } from './data/filledTable.ts';
import { hasDependencyValue, requestRows } from './data/requestRows.ts';
import type { TableModel } from './model.ts';

type Values = Record<string, unknown>;

/** A failed call for default rows. */
export interface FailedLoad {
  message: string;
  /** True if the table contains the rows of an earlier value of the dependency field, or no rows for its new value. */
  isOutdated: boolean;
  retry(): void;
  /**
   * Keeps the present rows and ends the failure; null if another record was chosen and the table still contains rows
   * that were filled from the former record.
   */
  giveUp: (() => void) | null;
}

/** The question whether loaded rows replace the rows of the table. */
export interface PendingReplacement {
  /** Number of rows in the table. */
  presentCount: number;
  /** Number of loaded rows that fit into the table. */
  loadedCount: number;
  /**
   * 'default': default rows were loaded again, or the table was filled from a record whose choice was cleared;
   * 'chosen': another record was chosen, so the rows filled from the former record cannot stay; 'again': the user loads
   * the rows of the same record again.
   */
  kind: 'default' | 'chosen' | 'again';
  /** Number of rows that were added by hand to a filled table, which may stay. */
  byHandCount: number;
  /** Number of rows of a filled table that are equal to loaded rows; these rows stay. */
  equalCount: number;
}

/**
 * The user's answer. 'replace': use the loaded rows and keep the rows added by hand; 'replaceAll': use only the loaded
 * rows; 'keep': keep the rows of the table; 'later': keep these rows for now, although they do not belong to the chosen
 * record, so a save waits until they are replaced.
 */
export type ReplacementAnswer = 'replace' | 'replaceAll' | 'keep' | 'later';

export interface DefaultRows {
  pendingReplacement: PendingReplacement | null;
  answer(answer: ReplacementAnswer): void;
  /**
   * Undoes the choice of another record: `run` selects the former record again; `label` is its title ('' if no record
   * was chosen before). Null if no relation fills the table, if no record is chosen, if the rows of the table belong to
   * the chosen record, or if the person may not change the choice.
   */
  revert: { label: string; run(): void } | null;
  /** Loads the rows again at the user's request. */
  reload(): void;
  isLoading: boolean;
  failedLoad: FailedLoad | null;
  /** Removes the message of a failure. */
  dismiss(): void;
}

/** Loaded rows, and the value of the dependency field for which they were loaded. */
interface LoadedRows {
  rows: readonly Values[];
  dependency: Dependency;
}

/**
 * Why rows are loaded. 'empty': the table has no rows; 'changed': the dependency field has changed; 'asked': the user
 * requested it.
 */
type Cause = 'empty' | 'changed' | 'asked';

/** The last call: why it was made, and its error message; `failure` is null while the call is running. */
type Call = { cause: Cause; failure: string | null };

/**
 * Loads the default rows of the configured request. Reloads them when the field on which they depend has changed
 * (SL-004…007), even if it changed while the table was not on the screen. Changed rows are replaced only after
 * confirmation. A save waits for the call; if reloading for a new value fails, the save also waits for the person's
 * decision. Rows written in the document are the initial value of the table, which the kernel provides.
 */
export function useDefaultRows(
  session: FormSession,
  table: CompiledTable,
  { actions, fieldRows }: Pick<TableModel, 'actions' | 'fieldRows'>,
  { isEnabled, isReadOnly }: { isEnabled: boolean; isReadOnly: boolean },
): DefaultRows {
  const { defaultRows } = session;
  const requestCount = useRef(0);
  /** The values that the relation had filled before another record was chosen; null if unknown. */
  const valuesBeforeChoice = useRef<Values | null>(null);
  const [pendingRows, setPendingRows] = useState<LoadedRows | null>(null);
  const [call, setCall] = useState<Call | null>(null);
  /** Lets a waiting save continue; null if no save is held back. */
  const release = useRef<(() => void) | null>(null);
  /** Makes a save wait for this kind of work; null: a save no longer waits. */
  const holdSave = useCallback(
    (kind: PendingWork | null) => {
      release.current?.();
      release.current = kind === null ? null : beginWork(session, kind);
    },
    [session],
  );
  /** Ignores the answer of a running call and clears a failed call. */
  const cancel = useCallback(() => {
    requestCount.current += 1;
    holdSave(null);
    setPendingRows(null);
    setCall(null);
  }, [holdSave]);
  useEffect(() => cancel, [cancel]);
  const compare = useCallback(
    ({ rows, dependency }: LoadedRows, keepsByHand = true): RowComparison => {
      const { baseline, situation } = session;
      // if the user chooses another record and then the stored one again, the stored rows are restored
      const isStoredChoice = table.rowFill !== null && isSameValue(dependency.value, baseline[table.rowFill.relation]);
      const storedRows = isStoredChoice ? rowsOf(baseline[table.key]) : [];
      return compareRows(table, situation, {
        loadedRows: rows,
        presentRows: fieldRows(),
        storedRows,
        keepsRowsAddedByHand: keepsByHand,
      });
    },
    [fieldRows, session, table],
  );
  const applyRows = useCallback(
    (loaded: LoadedRows, keepsByHand: boolean) => {
      // filling an empty table is not an undo step; replacing changed rows is
      const areAsLoaded = defaultRows.areRowsAsLoaded(table.key);
      const isUndoStep = fieldRows().length > 0 && !areAsLoaded;
      const { fittingRows, equalRows, restoredRows, rowsAddedByHand } = compare(loaded, keepsByHand);
      const loadedRows = fittingRows.map((values, index): Row => {
        const row = equalRows[index] ?? restoredRows[index] ?? actions.newRow();
        return { ...row, fieldsMap: { ...row.fieldsMap, ...values } };
      });
      // rows that `load` must not count as loaded, because they were stored or entered before
      const storedOrSameRows = [...(areAsLoaded ? [] : equalRows), ...restoredRows].filter((row) => row !== undefined);
      const write = (): void => actions.replaceAll([...loadedRows, ...rowsAddedByHand], isUndoStep);
      defaultRows.load(table.key, loaded.dependency, write, [...storedOrSameRows, ...rowsAddedByHand]);
      if (loaded.rows.length > fittingRows.length) {
        const [contentName, limit] = [table.rowFill === null ? '默认数据' : '所选记录的明细', rowLimit(table.node)];
        notice(
          'warning',
          `${table.node.label ?? '明细'}：${contentName}超过 ${limit} 行，只填入了前 ${fittingRows.length} 行`,
        );
      }
    },
    [actions, compare, defaultRows, fieldRows, table],
  );
  /**
   * Returns true, and shows a message, if rows that the user has loaded again for the same record need not be applied:
   * the table already has these rows, or the record has no rows. Always false for a table that no relation fills.
   */
  const isNothingNew = useCallback(
    (loaded: LoadedRows): boolean => {
      if (table.rowFill === null || defaultRows.isOutdated(table.key)) return false;
      const { equalRows, removesNoRows } = compare(loaded);
      const isSame = removesNoRows && !equalRows.includes(undefined);
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
      const dependency = defaultRows.currentDependency(table.key);
      const isReload = cause !== 'empty';
      const isDependencyEmpty = isReload && !hasDependencyValue(session, table);
      holdSave('rows');
      setCall({ cause, failure: null });
      (isDependencyEmpty ? Promise.resolve([]) : requestRows(table, session, actions, isReadOnly)).then(
        (rows) => {
          if (!isCurrent()) return;
          cancel();
          const loaded: LoadedRows = { rows, dependency };
          if (cause === 'asked' && isNothingNew(loaded)) return;
          if (fieldRows().length === 0 || (isReload && defaultRows.areRowsAsLoaded(table.key)))
            applyRows(loaded, false);
          // no row would be removed, for example because an undo has restored the rows of the chosen record
          else if (cause === 'changed' && table.rowFill !== null && !isDependencyEmpty && compare(loaded).removesNoRows)
            applyRows(loaded, true);
          else if (isReload) setPendingRows(loaded);
        },
        (error: unknown) => {
          if (!isCurrent()) return;
          const failure = failureText(error);
          holdSave(defaultRows.isOutdated(table.key) ? 'outdated' : null);
          setCall({ cause, failure });
          notice('warning', failure);
        },
      );
    },
    [table, session, actions, isReadOnly, fieldRows, applyRows, compare, isNothingNew, cancel, holdSave, defaultRows],
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
      // rows are not loaded again when the page is shown again, because the person may have removed them
      else if (defaultRows.unstoredRows(table.key) === undefined && hasDependencyValue(session, table)) load(false);
    };
    loadFirst();
    let isDisposed = false;
    // a merge first loads the record and then applies the person's changes: the microtask runs after both
    const stopOnReset = defaultRows.onReset(() => {
      window.queueMicrotask(() => {
        if (!isDisposed) loadFirst();
      });
    });
    if (!key)
      return () => {
        isDisposed = true;
        stopOnReset();
      };
    let lastValue = session.values[key];
    const stopAutorun = autorun(() => {
      const value = session.values[key];
      if (Object.is(value, lastValue)) return;
      // The other fields still have the values of the former record, because the new choice fills them later. While a
      // call is running, some fields may not even have the values of the former record yet: then these are unknown.
      if (isSameValue(lastValue, defaultRows.dependencyOfRows(table.key).value))
        valuesBeforeChoice.current =
          pendingWork(session) === null ? untracked(() => valuesFilledBy(key, session.values, session.field)) : null;
      lastValue = value;
      // a restored draft or a merge calls `markRowsCurrent` after it has changed the value, because its rows must stay:
      // wait for that call
      window.queueMicrotask(() => {
        if (isDisposed) return;
        if (defaultRows.isOutdated(table.key)) load(true);
        else cancel();
      });
    });
    const stopOnMarkedCurrent = defaultRows.onRowsMarkedCurrent(table.key, cancel);
    return () => {
      isDisposed = true;
      stopOnReset();
      stopAutorun();
      stopOnMarkedCurrent();
    };
  }, [session, table, fieldRows, isEnabled, requestRowsAndApply, cancel, defaultRows]);
  const isOutdated = defaultRows.isOutdated(table.key);
  // true if another record is chosen than the one from which the rows were filled
  const isOtherRecordChosen = table.rowFill !== null && isOutdated && hasDependencyValue(session, table);
  const rowsDependency = defaultRows.dependencyOfRows(table.key);
  const relation = table.rowFill?.relation ?? '';
  const revert =
    isOtherRecordChosen && session.access(relation).editable
      ? {
          label: rowsDependency.label,
          run(): void {
            const choice = { [relation]: rowsDependency.value, [companionKey(relation)]: rowsDependency.label };
            if (valuesBeforeChoice.current === null)
              session.setValue(relation, rowsDependency.value, rowsDependency.label);
            else session.restoreValues({ ...choice, ...valuesBeforeChoice.current });
          },
        }
      : null;
  const mayKeepRows =
    !isOtherRecordChosen || findRowsAddedByHand(table, session.situation, fieldRows()).length === fieldRows().length;
  const failedLoad: FailedLoad | null =
    call === null || call.failure === null
      ? null
      : {
          message: call.failure,
          isOutdated,
          retry: () => requestRowsAndApply(call.cause),
          giveUp: mayKeepRows ? () => defaultRows.markRowsCurrent([table.key]) : null,
        };
  const describeReplacement = (loaded: LoadedRows): PendingReplacement => {
    const { fittingRows, equalRows, rowsAddedByHand } = compare(loaded);
    const counts = {
      presentCount: fieldRows().length,
      loadedCount: fittingRows.length,
      byHandCount: rowsAddedByHand.length,
      equalCount: equalRows.filter((row) => row !== undefined).length,
    };
    if (isOtherRecordChosen) return { ...counts, kind: 'chosen' };
    return { ...counts, kind: table.rowFill !== null && !isOutdated ? 'again' : 'default' };
  };
  return {
    pendingReplacement: pendingRows === null ? null : describeReplacement(pendingRows),
    answer(answer) {
      if (answer === 'later') {
        holdSave('outdated');
        setCall({ cause: 'changed', failure: '您选择了先不替换，替换后才能保存' });
      } else if (answer !== 'keep' && pendingRows !== null) applyRows(pendingRows, answer === 'replace');
      else defaultRows.markRowsCurrent([table.key]);
      setPendingRows(null);
    },
    revert,
    reload: () => requestRowsAndApply('asked'),
    isLoading: call !== null && call.failure === null,
    failedLoad,
    dismiss: cancel,
  };
}
