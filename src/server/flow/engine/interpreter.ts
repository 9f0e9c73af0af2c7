import { createTokenSet, scopeOf, type TokenSet } from './tokenSet.ts';
import { tokenStaysAt, nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import type { FlowEvent, FlowStep } from './flowEvent.ts';
import { FlowFault } from './flowFault.ts';
import { completedBranches } from './completedBranches.ts';
import { forwardFrom, forwardFromAndEnclosing } from './forwardGraph.ts';
import { enclosingTokens, isInside, innermostRepeat } from './repeat.ts';
import { isJoin, tokensToMerge, type FlowEnvironment } from './routing.ts';
import {
  createEscalationOperations,
  createScopeOperations,
  type EscalationOperations,
  type ScopeOperations,
} from './scopeOperations.ts';
import { PROCESS_SCOPE, type FlowState, type Token } from './flowState.ts';
import { isEventSubProcess } from './eventSubProcesses.ts';

/** Maximum number of token moves in one step. A step with more moves means that gateways form a loop without a task. */
const MAX_MOVES = 2000;

interface StepContext {
  flow: FlowDefinition;
  tokenSet: TokenSet;
  scopes: ScopeOperations;
  escalations: EscalationOperations;
}

/**
 * Processes the node that a token has reached. At a node that waits, and at a join, the token stays (see
 * `mergeOneJoin`); at any other node it enters the sub-process, leaves the node or is removed.
 */
function enterNode({ flow, tokenSet, scopes, escalations }: StepContext, token: Token): void {
  const node = nodeOf(flow, token.node);
  const { scope } = token;
  if (tokenStaysAt(node)) return;
  if (node.kind === 'error') {
    tokenSet.remove(token);
    escalations.raiseError(node.error ?? '', token);
  } else if (node.kind === 'terminate') {
    if (scope === undefined) tokenSet.clear();
    else {
      tokenSet.removeNested(tokenSet.tokens.filter((inside) => inside.scope === scope));
      scopes.endScope(scope);
    }
  } else if (node.kind === 'unsupported') throw new FlowFault(node.id, `流程走到了暂不支持的元素“${node.name}”`);
  else if (node.kind === 'scope') {
    if (node.innerStart === null) throw new FlowFault(node.id, `“${node.name}”没有可执行的内容`);
    if (node.repeat && token.item === undefined) scopes.startRuns(token, node);
    else tokenSet.add(node.innerStart, null, { scope: token.id });
  } else if (!isJoin(node)) {
    if (node.escalation !== null) escalations.escalate(node.escalation, token);
    if (node.throws) tokenSet.thrown.push(node.throws);
    // an interrupting event may have removed the token
    if (tokenSet.find(token.id) !== token) return;
    tokenSet.remove(token);
    if (node.kind === 'end') scopes.endScope(scope);
    else scopes.leave(node, scopeOf(token));
  }
}

/** Finds one join that can continue, and merges the tokens that wait at it. Returns false if there is no such join. */
function mergeOneJoin({ flow, tokenSet, scopes }: StepContext): boolean {
  for (const waitingToken of tokenSet.tokens) {
    const node = nodeOf(flow, waitingToken.node);
    const mergedTokens = isJoin(node)
      ? tokensToMerge(flow, node, waitingToken.scope, tokenSet.tokens, tokenSet.pausedTokens)
      : null;
    if (!mergedTokens?.[0]) continue;
    tokenSet.tokens = tokenSet.tokens.filter((token) => !mergedTokens.includes(token));
    scopes.leave(node, scopeOf(mergedTokens[0]));
    return true;
  }
  return false;
}

/**
 * Returns the process to an earlier node, the target (`FlowEvent` of type 'move'): a new token at the target replaces
 * tokens at the target and after it. `token`: id of the token at whose node somebody returned the process; undefined:
 * all tokens are replaced. With `isStraight`, the replaced tokens are paused until the target is completed.
 */
function moveBack(
  { flow, tokenSet, scopes }: StepContext,
  { node: targetId, token: actingId, isStraight }: Extract<FlowEvent, { type: 'move' }>,
): void {
  const laterIds = forwardFrom(flow, targetId);
  const laterAndEnclosingIds = forwardFromAndEnclosing(flow, targetId);
  // a token that waits at a join is replaced only if it came from the target, from a node after the target, or from a
  // sub-process around the target; tokens of other branches stay
  const isReplaced = ({ id: tokenId, node, edge }: Token): boolean =>
    tokenId === actingId ||
    (laterIds.has(node) &&
      (!isJoin(nodeOf(flow, node)) || edge === null || laterAndEnclosingIds.has(flow.edges[edge]?.source ?? '')));
  const actingToken = actingId === undefined ? undefined : tokenSet.find(actingId);
  const enclosingIds = new Set(
    actingToken ? [...enclosingTokens(tokenSet.tokens, actingToken)].map((enclosing) => enclosing.id) : [],
  );
  // a return within a run does not affect the other runs
  const repeatedNode = innermostRepeat(flow, targetId);
  const run =
    repeatedNode &&
    tokenSet.tokens.find(
      (token) => token.node === repeatedNode.id && token.item !== undefined && enclosingIds.has(token.id),
    );
  const replacedTokens =
    actingId === undefined
      ? tokenSet.tokens
      : tokenSet.tokens.filter((token) => isReplaced(token) && (!run || isInside(tokenSet.tokens, token, run.id)));
  if (isStraight) {
    tokenSet.tokens = tokenSet.tokens.filter((token) => !replacedTokens.includes(token));
    tokenSet.pausedTokens.push(...replacedTokens);
  } else tokenSet.removeNested(replacedTokens);
  const remainingTokens = [...tokenSet.tokens];
  tokenSet.add(targetId, null, {
    ...scopes.enclosingScope(nodeOf(flow, targetId), enclosingIds),
    ...(isStraight ? { resume: replacedTokens.map((replacedToken) => replacedToken.id) } : {}),
  });
  // new tokens at parallel joins stand for branches that have already arrived and need not be passed again
  if (actingToken && !isStraight)
    for (const branch of completedBranches(flow, actingToken.node, targetId, remainingTokens))
      tokenSet.tokens.push({
        id: tokenSet.nextToken++,
        ...branch,
        ...scopes.enclosingScope(nodeOf(flow, branch.node), enclosingIds),
      });
}

/**
 * Completes the node of a token. If a return with `isStraight` has paused tokens until this completion, these tokens
 * resume and are returned. Otherwise the token continues along its edges, and the result is empty.
 */
function completeNode({ flow, tokenSet, scopes }: StepContext, completedToken: Token): readonly Token[] {
  const node = nodeOf(flow, completedToken.node);
  tokenSet.remove(completedToken);
  if (node.throws) tokenSet.thrown.push(node.throws);
  if (!completedToken.resume) {
    scopes.leave(node, scopeOf(completedToken));
    return [];
  }
  const resumedTokens = tokenSet.pausedTokens.filter((token) => completedToken.resume?.includes(token.id));
  tokenSet.pausedTokens = tokenSet.pausedTokens.filter((token) => !resumedTokens.includes(token));
  tokenSet.tokens.push(...resumedTokens);
  scopes.removeIfEmpty(completedToken.scope);
  return resumedTokens;
}

/**
 * Applies an event: a boundary event, an event after an event-based gateway, or the start of an event sub-process.
 * `eventToken`: the token of the task, sub-process or gateway to which the event belongs; null: the event sub-process
 * is at the top level of the process.
 */
function applyEvent({ tokenSet, scopes, escalations }: StepContext, event: FlowNode, eventToken: Token | null): void {
  // a non-interrupting conditional event happens only once; `met` stores that it has happened
  const happensOnce = event.catches?.type === 'condition' && !event.attached?.isInterrupting;
  if (happensOnce && eventToken === null) tokenSet.met = [...tokenSet.met, event.id];
  const updatedToken =
    happensOnce && eventToken ? { ...eventToken, met: [...(eventToken.met ?? []), event.id] } : eventToken;
  if (updatedToken !== eventToken)
    tokenSet.tokens = tokenSet.tokens.map((token) => (token === eventToken ? (updatedToken as Token) : token));
  if (isEventSubProcess(event)) return escalations.startEventSubProcess(event, updatedToken?.id);
  if (!updatedToken) throw new Error(`event "${event.id}" has no token`);
  if (event.attached?.isInterrupting) tokenSet.removeNested([updatedToken]);
  return scopes.leave(event, scopeOf(updatedToken));
}

/**
 * Moves all tokens until each of them waits. Throws FlowFault if gateways form an endless loop, or if all remaining
 * tokens wait at joins that can never continue.
 */
function settleTokens(stepContext: StepContext): void {
  const { flow, tokenSet } = stepContext;
  for (let moves = 0; tokenSet.unprocessed.length > 0 || mergeOneJoin(stepContext); moves += 1) {
    if (moves > MAX_MOVES) throw new FlowFault(flow.startNodeId, '流程中的网关循环相连，没有经过任务节点');
    const token = tokenSet.unprocessed.shift();
    if (token) enterNode(stepContext, token);
  }
  if (tokenSet.tokens.length === 0 || tokenSet.tokens.some((token) => tokenStaysAt(nodeOf(flow, token.node)))) return;
  const stuckNode = nodeOf(flow, tokenSet.tokens[0]?.node ?? '');
  throw new FlowFault(stuckNode.id, `汇聚节点“${stuckNode.name}”等待的分支不会到达`);
}

/**
 * Executes one step of a process as a pure function: the state before and an event yield the state after. Throws
 * FlowFault when the flow cannot continue, for example when no edge can be taken or a join waits for a branch that
 * never arrives. The process then keeps the state before the step.
 */
export function advance(
  flow: FlowDefinition,
  before: FlowState,
  event: FlowEvent,
  environment: FlowEnvironment,
): FlowStep {
  const tokenSet = createTokenSet(before);
  const scopes = createScopeOperations(flow, tokenSet, environment);
  const stepContext: StepContext = {
    flow,
    tokenSet,
    scopes,
    escalations: createEscalationOperations(flow, tokenSet, scopes),
  };
  const requireToken = (id: number): Token => {
    const token = tokenSet.find(id);
    if (!token) throw new Error(`flow "${flow.key}" has no token ${id}`);
    return token;
  };
  let resumed: readonly Token[] = [];
  let isRefused = false;
  if (event.type === 'start') tokenSet.add(flow.startNodeId, null, {});
  else if (event.type === 'stop') tokenSet.clear();
  else if (event.type === 'refuse') isRefused = stepContext.escalations.refuse(requireToken(event.token));
  else if (event.type === 'move') moveBack(stepContext, event);
  else if (event.type === 'complete') resumed = completeNode(stepContext, requireToken(event.token));
  else if (event.type === 'boundary')
    applyEvent(stepContext, nodeOf(flow, event.node), event.token === PROCESS_SCOPE ? null : requireToken(event.token));
  settleTokens(stepContext);
  return stepOf(stepContext, before, { completed: event.type === 'complete' ? event.token : 0, resumed, isRefused });
}

/**
 * Returns the result of a step: the new state and the difference to the old state. `completed`: id of the completed
 * token; 0: none.
 */
function stepOf(
  { flow, tokenSet: { tokens, pausedTokens, nextToken, met, thrown } }: StepContext,
  before: FlowState,
  { completed, resumed, isRefused }: { completed: number; resumed: readonly Token[]; isRefused: boolean },
): FlowStep {
  const isWaiting = (token: Token): boolean => tokenStaysAt(nodeOf(flow, token.node));
  // the timer of a sub-process's boundary event starts with the sub-process, once for all of its runs
  const beginsWork = (token: Token): boolean =>
    isWaiting(token) || (token.item === undefined && nodeOf(flow, token.node).boundaries.length > 0);
  const remainingIds = new Set([...tokens, ...pausedTokens].map(({ id }) => id));
  return {
    state: {
      tokens,
      nextToken,
      ...(pausedTokens.length > 0 ? { paused: pausedTokens } : {}),
      ...(met.length > 0 ? { met } : {}),
    },
    thrown,
    opened: tokens.filter((token) => token.id >= before.nextToken && beginsWork(token)),
    withdrawn: [...before.tokens, ...(before.paused ?? [])].filter(
      (token) => isWaiting(token) && token.id !== completed && !remainingIds.has(token.id),
    ),
    paused: pausedTokens.filter((token) => beginsWork(token) && before.tokens.some(({ id }) => id === token.id)),
    resumed: resumed.filter(beginsWork),
    isFinished: tokens.length === 0,
    isRefused,
  };
}
