import { tokenSetOf, scopeOf, type TokenSet } from './tokenSet.ts';
import { isHolding, nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import type { FlowEvent, FlowStep } from './flowEvent.ts';
import { FlowFault } from './flowFault.ts';
import { branchesDone } from './passedJoins.ts';
import { forwardFrom, leftAfter } from './reach.ts';
import { around, isInside, repeatedAround } from './repeat.ts';
import { isJoin, joined, type FlowEnvironment } from './routing.ts';
import { escalationsOf, scopesOf, type Escalations, type Scopes } from './tokenScopes.ts';
import { WHOLE, type FlowState, type Token } from './flowState.ts';
import { isTriggered } from './triggered.ts';

/** More moves than this without reaching a task means gateways in a circle. */
const MAX_MOVES = 2000;

interface Walk {
  flow: FlowDefinition;
  tokenSet: TokenSet;
  scopes: Scopes;
  rising: Escalations;
}

/** What happens at the node that a token has come to. */
function arrive({ flow, tokenSet, scopes, rising }: Walk, token: Token): void {
  const node = nodeOf(flow, token.node);
  const { scope } = token;
  if (isHolding(node)) return;
  if (node.kind === 'error') {
    tokenSet.take(token);
    rising.raise(node.error ?? '', token);
  } else if (node.kind === 'terminate') {
    if (scope === undefined) tokenSet.clear();
    else {
      tokenSet.drop(tokenSet.tokens.filter((one) => one.scope === scope));
      scopes.endScope(scope);
    }
  } else if (node.kind === 'unsupported') throw new FlowFault(node.id, `流程走到了暂不支持的元素“${node.name}”`);
  else if (node.kind === 'scope') {
    if (node.inner === null) throw new FlowFault(node.id, `“${node.name}”没有可执行的内容`);
    if (node.repeat && token.item === undefined) scopes.startRuns(token, node);
    else tokenSet.put(node.inner, null, { scope: token.id });
  } else if (!isJoin(node)) {
    if (node.escalation !== null) rising.escalate(node.escalation, token);
    if (node.throws) tokenSet.thrown.push(node.throws);
    // an event that interrupts has taken it along
    if (tokenSet.find(token.id) !== token) return;
    tokenSet.take(token);
    if (node.kind === 'end') scopes.endScope(scope);
    else scopes.leave(node, scopeOf(token));
  }
}

/** Merges what waits at one gateway that may go on now; false when none may. */
function joinSomewhere({ flow, tokenSet, scopes }: Walk): boolean {
  for (const at of tokenSet.tokens) {
    const node = nodeOf(flow, at.node);
    const merged = isJoin(node) ? joined(flow, node, at.scope, tokenSet.tokens, tokenSet.resting) : null;
    if (!merged?.[0]) continue;
    tokenSet.tokens = tokenSet.tokens.filter((token) => !merged.includes(token));
    scopes.leave(node, scopeOf(merged[0]));
    return true;
  }
  return false;
}

function move(
  { flow, tokenSet, scopes }: Walk,
  { node: id, token, isStraight }: Extract<FlowEvent, { type: 'move' }>,
): void {
  const later = forwardFrom(flow, id);
  const left = leftAfter(flow, id);
  const comesAfter = (one: Token): boolean =>
    one.id === token ||
    (later.has(one.node) &&
      (!isJoin(nodeOf(flow, one.node)) || one.edge === null || left.has(flow.edges[one.edge]?.source ?? '')));
  const acting = token === undefined ? undefined : tokenSet.find(token);
  const near = new Set(acting ? [...around(tokenSet.tokens, acting)].map((one) => one.id) : []);
  // a return within a run is no business of the other runs
  const scope = repeatedAround(flow, id);
  const run =
    scope && tokenSet.tokens.find((one) => one.node === scope.id && one.item !== undefined && near.has(one.id));
  const gone =
    token === undefined
      ? tokenSet.tokens
      : tokenSet.tokens.filter((one) => comesAfter(one) && (!run || isInside(tokenSet.tokens, one, run.id)));
  if (isStraight) {
    tokenSet.tokens = tokenSet.tokens.filter((one) => !gone.includes(one));
    tokenSet.resting.push(...gone);
  } else tokenSet.drop(gone);
  tokenSet.put(id, null, {
    ...scopes.holderOf(nodeOf(flow, id), near),
    ...(isStraight ? { resume: gone.map((one) => one.id) } : {}),
  });
  if (acting && !isStraight)
    for (const at of branchesDone(flow, acting.node, id))
      tokenSet.tokens.push({ id: tokenSet.nextToken++, ...at, ...scopes.holderOf(nodeOf(flow, at.node), near) });
}

/** Answers the tokens that go on after resting. */
function complete({ flow, tokenSet, scopes }: Walk, done: Token): readonly Token[] {
  tokenSet.take(done);
  if (!done.resume) {
    scopes.leave(nodeOf(flow, done.node), scopeOf(done));
    return [];
  }
  const back = tokenSet.resting.filter((token) => done.resume?.includes(token.id));
  tokenSet.resting = tokenSet.resting.filter((token) => !back.includes(token));
  tokenSet.tokens.push(...back);
  scopes.emptied(done.scope);
  return back;
}

/** An event on an edge, behind a gateway of events, or that begins an event sub-process (`on`: the one around it; null: the process). */
function happen({ tokenSet, scopes, rising }: Walk, event: FlowNode, on: Token | null): void {
  const once = event.catches?.type === 'condition' && !event.attached?.isInterrupting;
  if (once && on === null) tokenSet.met = [...tokenSet.met, event.id];
  const marked = once && on ? { ...on, met: [...(on.met ?? []), event.id] } : on;
  if (marked !== on) tokenSet.tokens = tokenSet.tokens.map((token) => (token === on ? (marked as Token) : token));
  if (isTriggered(event)) return rising.begin(event, marked?.id);
  if (!marked) throw new Error(`event "${event.id}" stands on nothing`);
  if (event.attached?.isInterrupting) tokenSet.drop([marked]);
  return scopes.leave(event, scopeOf(marked));
}

/** Moves tokens until all of them wait for something. */
function settleTokens(walk: Walk): void {
  const { flow, tokenSet } = walk;
  for (let moves = 0; tokenSet.moving.length > 0 || joinSomewhere(walk); moves += 1) {
    if (moves > MAX_MOVES) throw new FlowFault(flow.start, '流程中的网关循环相连，没有经过任务节点');
    const token = tokenSet.moving.shift();
    if (token) arrive(walk, token);
  }
  if (tokenSet.tokens.length === 0 || tokenSet.tokens.some((token) => isHolding(nodeOf(flow, token.node)))) return;
  const stuck = nodeOf(flow, tokenSet.tokens[0]?.node ?? '');
  throw new FlowFault(stuck.id, `汇聚节点“${stuck.name}”等待的分支不会到达`);
}

/**
 * One step of a process, a pure function: the state before, what happened, how conditions are evaluated → the state after.
 * Throws FlowFault when no path is open or branches wait for ever; then nothing has happened.
 */
export function advance(
  flow: FlowDefinition,
  before: FlowState,
  event: FlowEvent,
  environment: FlowEnvironment,
): FlowStep {
  const tokenSet = tokenSetOf(before);
  const scopes = scopesOf(flow, tokenSet, environment);
  const walk: Walk = { flow, tokenSet, scopes, rising: escalationsOf(flow, tokenSet, scopes) };
  const found = (id: number): Token => {
    const token = tokenSet.find(id);
    if (!token) throw new Error(`flow "${flow.key}" has no token ${id}`);
    return token;
  };
  let resumed: readonly Token[] = [];
  let isRefused = false;
  if (event.type === 'start') tokenSet.put(flow.start, null, {});
  else if (event.type === 'stop') tokenSet.clear();
  else if (event.type === 'refuse') isRefused = walk.rising.refuse(found(event.token));
  else if (event.type === 'move') move(walk, event);
  else if (event.type === 'complete') resumed = complete(walk, found(event.token));
  else if (event.type === 'boundary')
    happen(walk, nodeOf(flow, event.node), event.token === WHOLE ? null : found(event.token));
  settleTokens(walk);
  return stepOf(walk, before, { completed: event.type === 'complete' ? event.token : 0, resumed, isRefused });
}

/** What has begun, ended, rested and gone on between two states. */
function stepOf(
  { flow, tokenSet: { tokens, resting, nextToken, met, thrown } }: Walk,
  before: FlowState,
  { completed, resumed, isRefused }: { completed: number; resumed: readonly Token[]; isRefused: boolean },
): FlowStep {
  const holds = (token: Token): boolean => isHolding(nodeOf(flow, token.node));
  // the time of an event on the edge of a sub-process begins with it, and once for all of its runs
  const begins = (token: Token): boolean =>
    holds(token) || (token.item === undefined && nodeOf(flow, token.node).boundaries.length > 0);
  const there = new Set([...tokens, ...resting].map(({ id }) => id));
  return {
    state: {
      tokens,
      nextToken,
      ...(resting.length > 0 ? { paused: resting } : {}),
      ...(met.length > 0 ? { met } : {}),
    },
    thrown,
    opened: tokens.filter((token) => token.id >= before.nextToken && begins(token)),
    withdrawn: [...before.tokens, ...(before.paused ?? [])].filter(
      (token) => holds(token) && token.id !== completed && !there.has(token.id),
    ),
    paused: resting.filter((token) => holds(token) && before.tokens.some(({ id }) => id === token.id)),
    resumed: resumed.filter(holds),
    isFinished: tokens.length === 0,
    isRefused,
  };
}
