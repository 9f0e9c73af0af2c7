import type { Problem } from '../../domain/problem/index.ts';
import type { Db } from '../store/database.ts';
import { type FlowDefinition, flowProblem, calledKeys, linkCalls, parseFlow } from '../flow/index.ts';

const DEEPEST = 5;

/** The version of a process that was in force at a time: what is pinned to a version stays pinned through its calls. */
async function contentAt(db: Db, key: string, at: Date): Promise<string | null> {
  const row = await db
    .selectFrom('doc_version')
    .select('content')
    .where('kind', '=', 'flow')
    .where('doc_key', '=', key)
    .where('published_at', '<=', at)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** A process with everything it calls, as of a time; problems name what is missing or calls itself. */
export async function withCalls(
  db: Db,
  flow: FlowDefinition,
  at: Date,
  way: readonly string[] = [flow.key],
): Promise<{ definition: FlowDefinition; problems: Problem[] }> {
  const problems: Problem[] = [];
  const called = new Map<string, FlowDefinition>();
  for (const key of calledKeys(flow)) {
    const node = Object.values(flow.nodes).find(({ calls }) => calls === key)?.id;
    if (way.includes(key) || way.length > DEEPEST) {
      problems.push(flowProblem(node, `调用的流程“${key}”又调用了自己，或嵌套过深`));
      continue;
    }
    const content = await contentAt(db, key, at);
    const parsed = content === null ? null : (await parseFlow(content)).definition;
    if (!parsed) {
      problems.push(flowProblem(node, `调用的流程“${key}”尚未发布`));
      continue;
    }
    const linked = await withCalls(db, parsed, at, [...way, key]);
    problems.push(...linked.problems);
    called.set(key, linked.definition);
  }
  return { definition: called.size > 0 ? linkCalls(flow, called) : flow, problems };
}
