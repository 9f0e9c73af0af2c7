import { useEffect, useRef } from 'react';
import { autorun } from '@formily/reactive';
import type { CompiledTable } from '../../kernel/form.ts';
import { buildRequest, rowsFromData } from '../../kernel/requests.ts';
import { shouldLoadDefaultRows } from '../../rules/defaultRows.ts';
import { failureText, notice } from '../../runtime/notice.ts';
import type { FormSession } from '../../runtime/session.ts';
import type { Actions } from './actions.ts';

/** SC-015…019, RD-001…003: asks for the default rows; placeholders read the form, `curentUser` is the person. */
async function requestRows({ node }: CompiledTable, { services, values, situation }: FormSession): Promise<Record<string, unknown>[]> {
  const call = buildRequest(
    { url: node.defaultTbDataResourceApi, method: node.defaultTbDataResourceApiType, params: node.defaultTbDataResourceApiParams },
    { userId: situation.user.id, values },
  );
  if (!call.ok) throw new Error(call.problems[0]?.message);
  const data = await services.request(call.value);
  return rowsFromData(data, node.defaultTbDataApiDataRes, node.defaultTbDataApiDataHashInfo);
}

/**
 * SL-004…007: rows of the configured call, by its rules, and again each time the field it depends on changes. (Those
 * written in the document are the initial value of the table: the kernel gives them.)
 */
export function useDefaultRows(session: FormSession, table: CompiledTable, actions: Actions, isLive: boolean): void {
  const count = useRef(0);
  useEffect(() => {
    if (!isLive) return undefined;
    const { node } = table;
    let isGone = false;
    const rowCount = (): number => actions.rows().length;
    const load = (hasDependencyChanged: boolean): void => {
      if (!shouldLoadDefaultRows(node, session.situation, { rowCount: rowCount(), hasDependencyChanged })) return;
      const own = (count.current += 1);
      requestRows(table, session).then(
        (rows) => { if (!isGone && own === count.current && (hasDependencyChanged || rowCount() === 0)) actions.replaceAll(rows); },
        (error: unknown) => { if (!isGone && own === count.current) notice('warning', failureText(error)); },
      );
    };
    const { defaultTbDataDependKey: key } = node;
    // with nothing chosen to depend on, an unfiltered call would answer with everybody's rows
    if (!key || (session.values[key] ?? '') !== '') load(false);
    if (!key) return () => { isGone = true; };
    let last = session.values[key];
    const stop = autorun(() => {
      const value = session.values[key];
      if (Object.is(value, last)) return;
      last = value;
      window.queueMicrotask(() => { if (!isGone) load(true); });
    });
    return () => { isGone = true; stop(); };
  }, [session, table, actions, isLive]);
}
