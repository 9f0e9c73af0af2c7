import type { Problem } from '../../../domain/problem/index.ts';
import type { FlowEdge } from '../definition.ts';
import { flowProblem } from '../flowProblem.ts';
import type { MutableNode } from './parseNode.ts';
import { unusedId } from './unusedId.ts';

/**
 * Adds an edge from each throwing link event to the catching link event with the same name in the same sub-process.
 * Adds a problem if there is no such catching event, or if there are several. `throwingIds`: ids of the throwing link
 * events.
 */
export function connectLinkEvents(
  nodes: Record<string, MutableNode>,
  edges: Record<string, FlowEdge>,
  throwingIds: ReadonlySet<string>,
  problems: Problem[],
): void {
  const linkEvents = Object.values(nodes).filter(({ link }) => link !== null);
  for (const from of linkEvents.filter(({ id }) => throwingIds.has(id))) {
    const targets = linkEvents.filter(
      (node) => !throwingIds.has(node.id) && node.link === from.link && node.parent === from.parent,
    );
    const [to] = targets;
    if (!to || targets.length > 1) {
      problems.push(
        flowProblem(
          from.id,
          to ? `链接事件“${from.link}”有 ${targets.length} 个同名的目标` : `链接事件“${from.link}”没有同名的目标`,
        ),
      );
      continue;
    }
    const id = unusedId(
      `${from.id}_link`,
      (possibleId) => Object.hasOwn(edges, possibleId) || Object.hasOwn(nodes, possibleId),
    );
    edges[id] = { id, name: '', source: from.id, target: to.id, condition: null };
    from.outgoing.push(id);
    to.incoming.push(id);
  }
}
