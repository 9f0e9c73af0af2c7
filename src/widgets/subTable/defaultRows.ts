import { useCallback, useEffect, useRef, useState } from 'react';
import { autorun } from '@formily/reactive';
import {
  type CompiledTable,
  sourceOf,
  defaultCall,
  filledBySource,
  itemsOf,
  rowOfItem,
  defaultSource,
  recordsSource,
} from '../../kernel/index.ts';
import { shouldLoadDefaultRows } from '../../rules/defaultRows.ts';
import { failureText, notice } from '../../runtime/host/notice.ts';
import type { FormSession } from '../../runtime/form/session.ts';
import type { Actions } from './actions.ts';
import { createFiller } from './data/fill.ts';

type Values = Record<string, unknown>;

/** SC-015…019, RD-001…003: asks for the default rows; placeholders read the form, `curentUser` is the person. */
async function requestRows(
  table: CompiledTable,
  { services, values, situation }: FormSession,
  actions: Actions,
  isReadOnly: boolean,
): Promise<Values[]> {
  const source = defaultSource(table.node);
  if (source === null) return [];
  const call = defaultCall(source, sourceOf(situation, values));
  if (!call.ok) throw new Error(call.problems[0]?.message);
  const answer = await services.request(call.value);
  // what nobody may type is taken only where the server can look it up, too
  const vouched = recordsSource(source) === null ? [] : filledBySource(table, source).map(({ key }) => key);
  const filler = createFiller({ table, actions }, new Set(vouched));
  const rows = itemsOf(answer, source.position).map((item) => filler.of(rowOfItem(table, source, item)));
  // where nothing may be typed and nothing can be looked up, a row would say nothing
  return isReadOnly ? rows.filter((row) => Object.keys(row).length > 0) : rows;
}

/** With nothing chosen to depend on there are no rows: an unfiltered call would answer with everybody's. */
function isChosen({ values }: FormSession, { node: { defaultTbDataDependKey: key } }: CompiledTable): boolean {
  const value = key ? (values[key] ?? '') : null;
  return value !== '' && !(Array.isArray(value) && value.length === 0);
}

export interface DefaultRows {
  /** Rows that wait for an answer whether they may replace what is there. */
  asked: { count: number } | null;
  answer(isYes: boolean): void;
  /** Asks for the rows again, at a person's wish. */
  reload(): void;
}

/**
 * SL-004…007: rows of the configured call, by its rules, and again each time the field it depends on changes; rows that
 * somebody has changed are replaced only when the person agrees. (Rows written in the document are the initial value of
 * the table: the kernel gives them.)
 */
export function useDefaultRows(
  session: FormSession,
  table: CompiledTable,
  actions: Actions,
  { isLive, isReadOnly }: { isLive: boolean; isReadOnly: boolean },
): DefaultRows {
  const count = useRef(0);
  /** The row list right after the last load: the same list is untouched since. */
  const loaded = useRef<unknown>(null);
  const [waiting, setWaiting] = useState<readonly Values[] | null>(null);
  const isAlive = useRef(true);
  useEffect(() => {
    isAlive.current = true;
    return () => {
      isAlive.current = false;
    };
  }, []);
  const put = useCallback(
    (rows: readonly Values[]) => {
      // the first rows of a table are no step to take back; replacing others is
      actions.replaceAll(rows, actions.rows().length > 0 && actions.rows() !== loaded.current);
      loaded.current = actions.rows();
    },
    [actions],
  );
  const ask = useCallback(
    (isReload: boolean) => {
      const isForNothing = isReload && !isChosen(session, table);
      const own = (count.current += 1);
      const isCurrent = (): boolean => isAlive.current && own === count.current;
      setWaiting(null);
      (isForNothing ? Promise.resolve([]) : requestRows(table, session, actions, isReadOnly)).then(
        (rows) => {
          if (!isCurrent()) return;
          const present = actions.rows();
          if (present.length === 0 || (isReload && present === loaded.current)) put(rows);
          else if (isReload) setWaiting(rows);
        },
        (error: unknown) => {
          if (isCurrent()) notice('warning', failureText(error));
        },
      );
    },
    [table, session, actions, isReadOnly, put],
  );
  useEffect(() => {
    if (!isLive) return undefined;
    const { node } = table;
    const load = (hasDependencyChanged: boolean): void => {
      if (shouldLoadDefaultRows(node, session.situation, { rowCount: actions.rows().length, hasDependencyChanged }))
        ask(hasDependencyChanged);
    };
    const { defaultTbDataDependKey: key } = node;
    if (isChosen(session, table)) load(false);
    if (!key) return undefined;
    let last = session.values[key];
    let isGone = false;
    const stop = autorun(() => {
      const value = session.values[key];
      if (Object.is(value, last)) return;
      last = value;
      window.queueMicrotask(() => {
        if (!isGone) load(true);
      });
    });
    return () => {
      isGone = true;
      stop();
    };
  }, [session, table, actions, isLive, ask]);
  return {
    asked: waiting === null ? null : { count: actions.rows().length },
    answer(isYes) {
      if (isYes && waiting !== null) put(waiting);
      setWaiting(null);
    },
    reload: () => ask(true),
  };
}
