import { isHolding, nodeOf, type FlowDefinition, type FlowNode } from './definition.ts';
import type { FlowEvent, FlowStep } from './event.ts';
import { FlowFault } from './fault.ts';
import { branchesDone } from './passedJoins.ts';
import { forwardFrom, leftAfter } from './reach.ts';
import { around, isInside, MOST_RUNS, repeatedAround, runOf } from './repeat.ts';
import { chosenEdges, isJoin, joined, type FlowEnvironment } from './routing.ts';
import type { FlowState, Token } from './state.ts';

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
  const put = (node: string, edge: string | null, more: Pick<Token, 'scope' | 'resume' | 'item'>): Token => {
    const token: Token = { id: nextToken++, node, edge, ...(more.scope === undefined ? {} : { scope: more.scope }), ...(more.item === undefined ? {} : { item: more.item }), ...(more.resume ? { resume: more.resume } : {}) };
    tokens.push(token);
    moving.push(token);
    return token;
  };
  const scopeOf = ({ scope }: Token): Pick<Token, 'scope'> => (scope === undefined ? {} : { scope });
  const leave = (node: FlowNode, from: Pick<Token, 'scope'>): void => {
    if (node.outgoing.length === 0) endScope(from.scope);
    else for (const edge of chosenEdges(flow, node, environment, runOf([...tokens, ...resting], from))) put(edge.target, edge.id, from);
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
  const within = (holder: Token): Token[] => [...tokens, ...resting].filter((token) => token.scope === holder.id);
  /** The sub-process of this token has nothing left to do: what follows it begins, or its next run. */
  const endScope = (scope: number | undefined): void => {
    const holder = tokens.find(({ id }) => id === scope);
    if (!holder || within(holder).length > 0) return;
    take(holder);
    if (holder.item === undefined) leave(nodeOf(flow, holder.node), scopeOf(holder));
    else endRun(holder, holder.item);
  };
  const startRun = (group: Token, item: number): void => { put(group.node, null, { scope: group.id, item }); };
  /** A run is done and gone: the next one begins, or what follows all of them. */
  const endRun = (run: Token, item: number): void => {
    const group = tokens.find(({ id }) => id === run.scope);
    if (!group) return;
    const node = nodeOf(flow, group.node);
    const total = group.items?.length ?? 0;
    const others = within(group);
    const done = node.repeat?.isSequential ? item + 1 : total - others.length;
    const isEnough = done < total && node.repeat?.until !== null && environment.isEnough(node, { nrOfInstances: total, nrOfCompletedInstances: done, nrOfActiveInstances: others.length });
    if (!isEnough && node.repeat?.isSequential && done < total) return startRun(group, done);
    if (!isEnough && others.length > 0) return undefined;
    drop(others);
    take(group);
    return leave(node, scopeOf(group));
  };
  const startRuns = (token: Token, node: FlowNode): void => {
    const items = environment.items(node);
    if (items.length > MOST_RUNS) throw new FlowFault(node.id, `“${node.name}”要重复 ${items.length} 次，最多 ${MOST_RUNS} 次`);
    take(token);
    if (items.length === 0) return leave(node, scopeOf(token));
    const group: Token = { ...token, items };
    tokens.push(group);
    for (const item of node.repeat?.isSequential ? [0] : items.keys()) startRun(group, item);
  };
  /** A sub-process that was entered again only to be sent back into: nothing follows it, what was there goes on. */
  const emptied = (scope: number | undefined): void => {
    const holder = tokens.find(({ id }) => id === scope);
    if (!holder || within(holder).length > 0) return;
    take(holder);
    emptied(holder.scope);
  };
  /** An error is caught by the nearest sub-process that waits for it; nobody waiting, the process ends. */
  const raise = (code: string, from: Token): void => {
    for (let holder = tokens.find(({ id }) => id === from.scope); holder; holder = tokens.find(({ id }) => id === holder?.scope)) {
      const caught = nodeOf(flow, holder.node).boundaries.map((id) => nodeOf(flow, id)).find(({ attached }) => attached?.error === code || attached?.error === '');
      if (!caught) continue;
      const group = holder.item === undefined ? holder : tokens.find(({ id }) => id === holder?.scope) ?? holder;
      drop([group]);
      leave(caught, scopeOf(group));
      return;
    }
    clear();
  };
  let isRefused = false;
  const refuse = (from: Token): void => {
    const run = [...around(tokens, from)].find((one) => one.item !== undefined && nodeOf(flow, one.node).repeat?.refusal === 'item');
    if (!run) { isRefused = true; return clear(); }
    drop([run]);
    return endRun(run, run.item ?? 0);
  };
  /** The token of the sub-process that a node stands in, made where there is none; of a repeated one the run that `near` is in. */
  const holderOf = (node: FlowNode, near: ReadonlySet<number>): Pick<Token, 'scope'> => {
    if (node.parent === null) return {};
    const parent = nodeOf(flow, node.parent);
    if (parent.repeat) {
      const run = tokens.find((token) => token.node === parent.id && token.item !== undefined && near.has(token.id));
      if (!run) throw new FlowFault(node.id, `不能从外面退回到重复执行的“${parent.name}”之内`);
      return { scope: run.id };
    }
    const outer = holderOf(parent, near);
    const holder = tokens.find((token) => token.node === parent.id && token.scope === outer.scope);
    if (holder) return { scope: holder.id };
    const made: Token = { id: nextToken++, node: parent.id, edge: null, ...outer };
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
      if (node.repeat && token.item === undefined) startRuns(token, node);
      else put(node.inner, null, { scope: token.id });
    }
    else if (!isJoin(node)) { take(token); leave(node, scopeOf(token)); }
  };
  const joinSomewhere = (): boolean => {
    for (const at of tokens) {
      const node = nodeOf(flow, at.node);
      const merged = isJoin(node) ? joined(flow, node, at.scope, tokens, resting) : null;
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
    const acting = tokens.find((one) => one.id === token);
    const near = new Set(acting ? [...around(tokens, acting)].map((one) => one.id) : []);
    // a return within a run is no business of the other runs
    const scope = repeatedAround(flow, id);
    const run = scope && tokens.find((one) => one.node === scope.id && one.item !== undefined && near.has(one.id));
    const gone = token === undefined ? tokens : tokens.filter((one) => comesAfter(one) && (!run || isInside(tokens, one, run.id)));
    if (isStraight) {
      tokens = tokens.filter((one) => !gone.includes(one));
      resting.push(...gone);
    } else drop(gone);
    const node = nodeOf(flow, id);
    put(id, null, { ...holderOf(node, near), ...(isStraight ? { resume: gone.map((one) => one.id) } : {}) });
    if (acting && !isStraight) for (const at of branchesDone(flow, acting.node, id)) tokens.push({ id: nextToken++, ...at, ...holderOf(nodeOf(flow, at.node), near) });
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
  else if (event.type === 'refuse') refuse(found(event.token));
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
  // the time of an event on the edge of a sub-process begins with it, and once for all of its runs
  const begins = (token: Token): boolean => holds(token) || (token.item === undefined && nodeOf(flow, token.node).boundaries.length > 0);
  const isGone = (token: Token): boolean => token.id !== completed && !tokens.some(({ id }) => id === token.id) && !resting.some(({ id }) => id === token.id);
  return {
    state: { tokens, nextToken, ...(resting.length > 0 ? { paused: resting } : {}) },
    opened: tokens.filter((token) => token.id >= before.nextToken && begins(token)),
    withdrawn: [...before.tokens, ...(before.paused ?? [])].filter((token) => holds(token) && isGone(token)),
    paused: resting.filter((token) => holds(token) && before.tokens.some(({ id }) => id === token.id)),
    resumed: resumed.filter(holds),
    isFinished: tokens.length === 0,
    isRefused,
  };
}
