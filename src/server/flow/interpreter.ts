import { isHolding, nodeOf, type FlowDefinition, type FlowNode } from './definition.ts';
import { FlowFault } from './fault.ts';
import { branchesDone } from './passedJoins.ts';
import { forwardFrom, leftAfter } from './reach.ts';
import { chosenEdges, isJoin, joined, type FlowEnvironment } from './routing.ts';
import type { FlowState, Token } from './state.ts';

export type FlowEvent =
  | { type: 'start' }
  /** What this token waited for is done: it goes on along the flow, or, sent back to come straight back, to where it was. */
  | { type: 'complete'; token: number }
  /**
   * A return: this token goes to an earlier node, and with it whatever stands behind that node; branches that do not
   * come after it go on. `isStraight`: those tokens rest and go on where they were once the node is done. Without
   * `token` everything goes.
   */
  | { type: 'move'; node: string; token?: number; isStraight?: boolean }
  /** An event on the edge of the token's node happened. */
  | { type: 'boundary'; token: number; node: string }
  /** Nothing goes on: a rejection, a void. */
  | { type: 'stop' };

export interface FlowStep {
  state: FlowState;
  /** Tokens at whose node something begins now: a task, a waiting time, a call. */
  opened: readonly Token[];
  /** Tokens whose task ends without being completed (move, stop, terminate). */
  withdrawn: readonly Token[];
  /** Tokens whose task rests, and those that go on after resting. */
  paused: readonly Token[];
  resumed: readonly Token[];
  isFinished: boolean;
}

/** More moves than this without reaching a task means gateways in a circle. */
const MAX_MOVES = 2000;

/**
 * One step of a process, a pure function: the state before, what happened, how conditions are evaluated → the state after.
 * Throws FlowFault when no path is open or branches wait for ever; then nothing has happened.
 */
export function advance(flow: FlowDefinition, before: FlowState, event: FlowEvent, environment: FlowEnvironment): FlowStep {
  let tokens: Token[] = [...before.tokens];
  let resting: Token[] = [...(before.paused ?? [])];
  let nextToken = before.nextToken;
  const moving: Token[] = [];
  const resumed: Token[] = [];
  const put = (node: string, edge: string | null, more: Pick<Token, 'scope' | 'resume'>): Token => {
    const token: Token = { id: nextToken++, node, edge, ...(more.scope === undefined ? {} : { scope: more.scope }), ...(more.resume ? { resume: more.resume } : {}) };
    tokens.push(token);
    moving.push(token);
    return token;
  };
  const scopeOf = ({ scope }: Token): Pick<Token, 'scope'> => (scope === undefined ? {} : { scope });
  const leave = (node: FlowNode, from: Pick<Token, 'scope'>): void => {
    if (node.outgoing.length === 0) endScope(from.scope);
    else for (const edge of chosenEdges(flow, node, environment)) put(edge.target, edge.id, from);
  };
  /** Takes tokens away, with all that runs inside of them and all that rests for them. */
  const drop = (gone: readonly Token[]): void => {
    const ids = new Set(gone.map(({ id }) => id));
    for (let isMore = true; isMore;) {
      const size = ids.size;
      for (const token of [...tokens, ...resting]) {
        if (token.scope !== undefined && ids.has(token.scope)) ids.add(token.id);
        if (ids.has(token.id)) for (const id of token.resume ?? []) ids.add(id);
      }
      isMore = ids.size > size;
    }
    tokens = tokens.filter(({ id }) => !ids.has(id));
    resting = resting.filter(({ id }) => !ids.has(id));
    moving.splice(0, moving.length, ...moving.filter(({ id }) => !ids.has(id)));
  };
  const take = (token: Token): void => { tokens = tokens.filter((one) => one !== token); };
  const clear = (): void => { tokens = []; resting = []; moving.length = 0; };
  /** The sub-process of this token has nothing left to do: what follows it begins. */
  const endScope = (scope: number | undefined): void => {
    const holder = tokens.find(({ id }) => id === scope);
    if (!holder || [...tokens, ...resting].some((token) => token.scope === holder.id)) return;
    take(holder);
    leave(nodeOf(flow, holder.node), scopeOf(holder));
  };
  /** A sub-process that was entered again only to be sent back into: nothing follows it, what was there goes on. */
  const emptied = (scope: number | undefined): void => {
    const holder = tokens.find(({ id }) => id === scope);
    if (!holder || [...tokens, ...resting].some((token) => token.scope === holder.id)) return;
    take(holder);
    emptied(holder.scope);
  };
  /** An error is caught by the nearest sub-process that waits for it; nobody waiting, the process ends. */
  const raise = (code: string, from: Token): void => {
    for (let holder = tokens.find(({ id }) => id === from.scope); holder; holder = tokens.find(({ id }) => id === holder?.scope)) {
      const caught = nodeOf(flow, holder.node).boundaries.map((id) => nodeOf(flow, id)).find(({ attached }) => attached?.error === code || attached?.error === '');
      if (!caught) continue;
      drop([holder]);
      leave(caught, scopeOf(holder));
      return;
    }
    clear();
  };
  /** The token of the sub-process that a node stands in, made where there is none. */
  const holderOf = (node: FlowNode): Pick<Token, 'scope'> => {
    if (node.parent === null) return {};
    const parent = nodeOf(flow, node.parent);
    const holder = tokens.find((token) => token.node === parent.id);
    if (holder) return { scope: holder.id };
    const made: Token = { id: nextToken++, node: parent.id, edge: null, ...holderOf(parent) };
    tokens.push(made);
    return { scope: made.id };
  };

  const arrive = (token: Token): void => {
    const node = nodeOf(flow, token.node);
    if (isHolding(node)) return;
    if (node.kind === 'end') { take(token); endScope(token.scope); }
    else if (node.kind === 'error') { take(token); raise(node.error ?? '', token); }
    else if (node.kind === 'terminate') {
      if (token.scope === undefined) clear();
      else { drop(tokens.filter((one) => one.scope === token.scope)); endScope(token.scope); }
    } else if (node.kind === 'unsupported') throw new FlowFault(node.id, `流程走到了暂不支持的元素“${node.name}”`);
    else if (node.kind === 'scope') {
      if (node.inner === null) throw new FlowFault(node.id, `“${node.name}”没有可执行的内容`);
      put(node.inner, null, { scope: token.id });
    }
    else if (!isJoin(node)) { take(token); leave(node, scopeOf(token)); }
  };
  const joinSomewhere = (): boolean => {
    for (const id of new Set(tokens.map((token) => token.node))) {
      const node = nodeOf(flow, id);
      const merged = isJoin(node) ? joined(flow, node, tokens, resting) : null;
      if (!merged?.[0]) continue;
      tokens = tokens.filter((token) => !merged.includes(token));
      leave(node, scopeOf(merged[0]));
      return true;
    }
    return false;
  };
  const found = (id: number): Token => {
    const token = tokens.find((one) => one.id === id);
    if (!token) throw new Error(`flow "${flow.key}" has no token ${id}`);
    return token;
  };

  const move = ({ node: id, token, isStraight }: Extract<FlowEvent, { type: 'move' }>): void => {
    const later = forwardFrom(flow, id);
    const left = leftAfter(flow, id);
    const comesAfter = (one: Token): boolean => one.id === token || later.has(one.node) && (!isJoin(nodeOf(flow, one.node)) || one.edge === null || left.has(flow.edges[one.edge]?.source ?? ''));
    const gone = token === undefined ? tokens : tokens.filter(comesAfter);
    const from = tokens.find((one) => one.id === token)?.node;
    if (isStraight) {
      tokens = tokens.filter((one) => !gone.includes(one));
      resting.push(...gone);
    } else drop(gone);
    const node = nodeOf(flow, id);
    put(id, null, { ...holderOf(node), ...(isStraight ? { resume: gone.map((one) => one.id) } : {}) });
    if (from !== undefined && !isStraight) for (const at of branchesDone(flow, from, id)) tokens.push({ id: nextToken++, ...at, ...holderOf(nodeOf(flow, at.node)) });
  };
  const complete = (done: Token): void => {
    take(done);
    if (!done.resume) return leave(nodeOf(flow, done.node), scopeOf(done));
    const back = resting.filter((token) => done.resume?.includes(token.id));
    resting = resting.filter((token) => !back.includes(token));
    tokens.push(...back);
    resumed.push(...back);
    emptied(done.scope);
    return undefined;
  };

  if (event.type === 'start') put(flow.start, null, {});
  else if (event.type === 'stop') clear();
  else if (event.type === 'move') move(event);
  else if (event.type === 'complete') complete(found(event.token));
  else {
    const on = found(event.token);
    const boundary = nodeOf(flow, event.node);
    if (boundary.attached?.isInterrupting) drop([on]);
    leave(boundary, scopeOf(on));
  }
  for (let moves = 0; moving.length > 0 || joinSomewhere(); moves += 1) {
    if (moves > MAX_MOVES) throw new FlowFault(flow.start, '流程中的网关循环相连，没有经过任务节点');
    const token = moving.shift();
    if (token) arrive(token);
  }
  const holds = (token: Token): boolean => isHolding(nodeOf(flow, token.node));
  if (tokens.length > 0 && !tokens.some(holds)) {
    const stuck = nodeOf(flow, tokens[0]?.node ?? '');
    throw new FlowFault(stuck.id, `汇聚节点“${stuck.name}”等待的分支不会到达`);
  }
  const completed = event.type === 'complete' ? event.token : 0;
  const isGone = (token: Token): boolean => token.id !== completed && !tokens.some(({ id }) => id === token.id) && !resting.some(({ id }) => id === token.id);
  return {
    state: { tokens, nextToken, ...(resting.length > 0 ? { paused: resting } : {}) },
    opened: tokens.filter((token) => token.id >= before.nextToken && holds(token)),
    withdrawn: [...before.tokens, ...(before.paused ?? [])].filter((token) => holds(token) && isGone(token)),
    paused: resting.filter((token) => holds(token) && before.tokens.some(({ id }) => id === token.id)),
    resumed: resumed.filter(holds),
    isFinished: tokens.length === 0,
  };
}
