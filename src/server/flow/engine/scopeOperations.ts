import { scopeOf, type TokenSet } from './tokenSet.ts';
import { nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import { FlowFault } from './flowFault.ts';
import { enclosingTokens, innermostRun } from './repeat.ts';
import { chosenEdges, type FlowEnvironment } from './routing.ts';
import type { Token } from './flowState.ts';
import { isEventSubProcess, eventSubProcessesIn } from './eventSubProcesses.ts';

/** The sub-process in which a token is, as in `Token.scope`. */
type Scope = Pick<Token, 'scope'>;

/** Operations by which tokens leave nodes, and enter, repeat and leave sub-processes. */
export interface ScopeOperations {
  /**
   * Lets a token that was in the sub-process `from` leave a node: along its edges or, if the node has no outgoing edge,
   * by ending the sub-process (`endScope`).
   */
  leave(node: FlowNode, from: Scope): void;
  /**
   * Ends the sub-process whose token has the id `scope`, if no token is left inside: the token is removed; then the
   * process continues after the sub-process or, if the token is a run of a repeat, `endRun` follows. Undefined (the top
   * level): nothing happens.
   */
  endScope(scope: number | undefined): void;
  /**
   * Called after a run has ended and its token was removed. Starts the next run of a sequential repeat; of a parallel
   * repeat, waits for the other runs. After the last run, or if the remaining runs may be skipped, removes them and
   * continues the process after the sub-process. `item`: index of the run's item.
   */
  endRun(run: Token, item: number): void;
  /**
   * Turns the token that entered a repeated sub-process into the group token (which holds the items), and starts the
   * first run (sequential) or all runs (parallel). Without items the process continues after the sub-process.
   */
  startRuns(token: Token, node: FlowNode): void;
  /**
   * Removes the sub-process token with the id `scope` if no token is inside, then the sub-process tokens around it by
   * the same rule. The process does not continue after these sub-processes: their tokens exist only because of a
   * return.
   */
  removeIfEmpty(scope: number | undefined): void;
  /**
   * Returns the scope of a node: the token of the sub-process around it, which is created if missing; empty at the top
   * level. For a repeated sub-process: the token of the run whose id is in `enclosingIds` (the sub-process tokens
   * around the acting token). Throws FlowFault if there is no such run.
   */
  enclosingScope(node: FlowNode, enclosingIds: ReadonlySet<number>): Scope;
}

export function createScopeOperations(
  flow: FlowDefinition,
  tokenSet: TokenSet,
  environment: FlowEnvironment,
): ScopeOperations {
  const startRun = (group: Token, item: number): void => {
    tokenSet.add(group.node, null, { scope: group.id, item });
  };
  const operations: ScopeOperations = {
    leave(node, from) {
      if (node.outgoing.length === 0) operations.endScope(from.scope);
      else
        for (const edge of chosenEdges(
          flow,
          node,
          environment,
          innermostRun([...tokenSet.tokens, ...tokenSet.pausedTokens], from),
        ))
          tokenSet.add(edge.target, edge.id, from);
    },
    endScope(scope) {
      const scopeToken = tokenSet.find(scope);
      if (!scopeToken || tokenSet.childrenOf(scopeToken).length > 0) return;
      tokenSet.remove(scopeToken);
      if (scopeToken.item === undefined) operations.leave(nodeOf(flow, scopeToken.node), scopeOf(scopeToken));
      else operations.endRun(scopeToken, scopeToken.item);
    },
    endRun(run, item) {
      const group = tokenSet.find(run.scope);
      if (!group) return undefined;
      const node = nodeOf(flow, group.node);
      const total = group.items?.length ?? 0;
      const otherRuns = tokenSet.childrenOf(group);
      const completedCount = node.repeat?.isSequential ? item + 1 : total - otherRuns.length;
      const canSkip =
        completedCount < total &&
        node.repeat?.until !== null &&
        environment.canSkipRemaining(node, {
          nrOfInstances: total,
          nrOfCompletedInstances: completedCount,
          nrOfActiveInstances: otherRuns.length,
        });
      if (!canSkip && node.repeat?.isSequential && completedCount < total) return startRun(group, completedCount);
      if (!canSkip && otherRuns.length > 0) return undefined;
      tokenSet.removeNested(otherRuns);
      tokenSet.remove(group);
      return operations.leave(node, scopeOf(group));
    },
    startRuns(token, node) {
      const items = environment.items(node);
      tokenSet.remove(token);
      if (items.length === 0) return operations.leave(node, scopeOf(token));
      const group: Token = { ...token, items };
      tokenSet.tokens.push(group);
      for (const item of node.repeat?.isSequential ? [0] : items.keys()) startRun(group, item);
      return undefined;
    },
    removeIfEmpty(scope) {
      const scopeToken = tokenSet.find(scope);
      if (!scopeToken || tokenSet.childrenOf(scopeToken).length > 0) return;
      tokenSet.remove(scopeToken);
      operations.removeIfEmpty(scopeToken.scope);
    },
    enclosingScope(node, enclosingIds) {
      if (node.parent === null) return {};
      const parent = nodeOf(flow, node.parent);
      if (parent.repeat) {
        const run = tokenSet.tokens.find(
          (token) => token.node === parent.id && token.item !== undefined && enclosingIds.has(token.id),
        );
        if (!run) throw new FlowFault(node.id, `不能从外面退回到重复执行的“${parent.name}”之内`);
        return { scope: run.id };
      }
      const outerScope = operations.enclosingScope(parent, enclosingIds);
      const scopeToken = tokenSet.tokens.find((token) => token.node === parent.id && token.scope === outerScope.scope);
      if (scopeToken) return { scope: scopeToken.id };
      const createdToken: Token = { id: tokenSet.nextToken++, node: parent.id, edge: null, ...outerScope };
      tokenSet.tokens.push(createdToken);
      return { scope: createdToken.id };
    },
  };
  return operations;
}

/**
 * Operations that propagate errors, escalations and refusals outwards through the sub-processes until one of them, or
 * the top level of the process, handles them.
 */
export interface EscalationOperations {
  /**
   * Raises an error. The nearest sub-process around `from` that catches the code, else the top level of the process,
   * handles it: an event sub-process replaces the content of its sub-process (or of the process), a boundary event ends
   * its sub-process. If nothing catches the code, the process ends.
   */
  raiseError(code: string, from: Token): void;
  /**
   * Raises an escalation. The nearest sub-process around `from` that catches the code, else the top level of the
   * process, handles it and continues, unless the catching event is interrupting. If nothing catches the code, nothing
   * happens.
   */
  escalate(code: string, from: Token): void;
  /**
   * Starts an event sub-process inside the sub-process token with the id `scope` (undefined: at the top level). An
   * interrupting event sub-process removes all other tokens in that sub-process.
   */
  startEventSubProcess(node: FlowNode, scope: number | undefined): void;
  /**
   * Applies a refusal at this token. Of the runs around the token, the innermost one of a repeat with `refusal` 'item'
   * ends. Without such a run the process ends. Returns whether the process ended.
   */
  refuse(from: Token): boolean;
}

export function createEscalationOperations(
  flow: FlowDefinition,
  tokenSet: TokenSet,
  { leave, endRun }: ScopeOperations,
): EscalationOperations {
  /** For a run of a repeated sub-process, returns the group token of all runs; otherwise the token itself. */
  const groupTokenOf = (scopeToken: Token): Token =>
    scopeToken.item === undefined ? scopeToken : (tokenSet.find(scopeToken.scope) ?? scopeToken);
  const startEventSubProcess = (node: FlowNode, scope: number | undefined): void => {
    if (node.attached?.isInterrupting)
      tokenSet.removeNested([...tokenSet.tokens, ...tokenSet.pausedTokens].filter((token) => token.scope === scope));
    tokenSet.add(node.id, null, scope === undefined ? {} : { scope });
  };
  type Matcher = (attached: NonNullable<FlowNode['attached']>) => boolean;
  /**
   * Starts the nearest matching handler: an event sub-process inside a sub-process around the token or at the top
   * level, or a boundary event of a sub-process around the token. If the raising node is inside an event sub-process,
   * the event sub-processes of the same parent are skipped. Returns whether a handler was found.
   */
  const catchByNearest = (from: Token, matches: Matcher): boolean => {
    const firstMatch = (ids: readonly string[]): FlowNode | undefined =>
      ids.map((id) => nodeOf(flow, id)).find(({ attached }) => attached !== null && matches(attached));
    let isInEventSubProcess = false;
    for (const scopeToken of enclosingTokens(tokenSet.tokens, from)) {
      const node = nodeOf(flow, scopeToken.node);
      const innerHandler =
        isInEventSubProcess || (node.repeat && scopeToken.item === undefined)
          ? undefined
          : firstMatch(eventSubProcessesIn(flow, node.id));
      if (innerHandler) {
        startEventSubProcess(innerHandler, scopeToken.id);
        return true;
      }
      isInEventSubProcess = isEventSubProcess(node);
      const event = firstMatch(node.boundaries);
      if (!event) continue;
      const group = groupTokenOf(scopeToken);
      if (event.attached?.error !== null || event.attached.isInterrupting) tokenSet.removeNested([group]);
      leave(event, scopeOf(group));
      return true;
    }
    const topLevelHandler = isInEventSubProcess ? undefined : firstMatch(eventSubProcessesIn(flow, null));
    if (topLevelHandler) startEventSubProcess(topLevelHandler, undefined);
    return topLevelHandler !== undefined;
  };
  return {
    startEventSubProcess,
    raiseError(code, from) {
      if (!catchByNearest(from, ({ error }) => error === code || error === '')) tokenSet.clear();
    },
    escalate(code, from) {
      catchByNearest(from, ({ escalation }) => escalation === code || escalation === '');
    },
    refuse(from) {
      const run = [...enclosingTokens(tokenSet.tokens, from)].find(
        (token) => token.item !== undefined && nodeOf(flow, token.node).repeat?.refusal === 'item',
      );
      if (!run) {
        tokenSet.clear();
        return true;
      }
      tokenSet.removeNested([run]);
      endRun(run, run.item ?? 0);
      return false;
    },
  };
}
