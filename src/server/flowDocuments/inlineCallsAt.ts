import { sql } from 'kysely';
import type { Problem } from '../../domain/problem/index.ts';
import type { Db } from '../store/database.ts';
import { type FlowDefinition, flowProblem, calledFlowKeys, inlineCalls, parseFlow } from '../flow/index.ts';

const MAX_CALL_DEPTH = 5;

/**
 * Returns the text of the version of a process that was in force at `time`; null if none was published yet. With the
 * publication time of the calling process as `time`, a version of this process always calls the same versions.
 */
async function contentAt(db: Db, key: string, time: Date): Promise<string | null> {
  const row = await db
    .selectFrom('doc_version')
    .select('content')
    .where('kind', '=', 'flow')
    .where('doc_key', '=', key)
    // `published_at` has microseconds, which a Date cannot hold; versions published in one transaction have equal times
    .where(sql<boolean>`date_trunc('milliseconds', published_at) <= ${time}`)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.content ?? null;
}

/**
 * Returns a process with all called processes inlined, in the versions that were in force at `time`. Problems report
 * processes that are not published, that call themselves, or that are nested too deeply. `callers`: keys of the
 * processes that lead to this one.
 */
export async function inlineCallsAt(
  db: Db,
  flow: FlowDefinition,
  time: Date,
  callers: readonly string[] = [flow.key],
): Promise<{ definition: FlowDefinition; problems: Problem[] }> {
  const problems: Problem[] = [];
  const calledFlows = new Map<string, FlowDefinition>();
  for (const key of calledFlowKeys(flow)) {
    const nodeId = Object.values(flow.nodes).find(({ calledFlowKey }) => calledFlowKey === key)?.id;
    if (callers.includes(key) || callers.length > MAX_CALL_DEPTH) {
      problems.push(flowProblem(nodeId, `调用的流程“${key}”又调用了自己，或嵌套过深`));
      continue;
    }
    const content = await contentAt(db, key, time);
    const parsed = content === null ? null : (await parseFlow(content)).definition;
    if (!parsed) {
      problems.push(flowProblem(nodeId, `调用的流程“${key}”尚未发布`));
      continue;
    }
    const inlined = await inlineCallsAt(db, parsed, time, [...callers, key]);
    problems.push(...inlined.problems);
    calledFlows.set(key, inlined.definition);
  }
  return { definition: calledFlows.size > 0 ? inlineCalls(flow, calledFlows) : flow, problems };
}
