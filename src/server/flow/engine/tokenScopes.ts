import { scopeOf, type TokenSet } from './tokenSet.ts';
import { nodeOf, type FlowDefinition, type FlowNode } from '../definition.ts';
import { FlowFault } from './flowFault.ts';
import { around, runOf } from './repeat.ts';
import { chosenEdges, type FlowEnvironment } from './routing.ts';
import type { Token } from './flowState.ts';
import { isTriggered, triggeredIn } from './triggered.ts';

type Scope = Pick<Token, 'scope'>;

/** How tokens leave nodes, and enter, repeat and leave the sub-processes they stand in. */
export interface Scopes {
  /** On from a node: along its edges or, at the last one of a sub-process, out of that. */
  leave(node: FlowNode, from: Scope): void;
  /** The sub-process of this token may have nothing left to do: what follows it begins, or its next run. */
  endScope(scope: number | undefined): void;
  /** A run is done and gone: the next one begins, or what follows all of them. */
  endRun(run: Token, item: number): void;
  startRuns(token: Token, node: FlowNode): void;
  /** A sub-process that was entered again only to be sent back into: nothing follows it, what was there goes on. */
  emptied(scope: number | undefined): void;
  /** The token of the sub-process that a node stands in, made where there is none; of a repeated one the run that `near` is in. */
  holderOf(node: FlowNode, near: ReadonlySet<number>): Scope;
}

export function scopesOf(flow: FlowDefinition, tokenSet: TokenSet, environment: FlowEnvironment): Scopes {
  const startRun = (group: Token, item: number): void => {
    tokenSet.put(group.node, null, { scope: group.id, item });
  };
  const scopes: Scopes = {
    leave(node, from) {
      if (node.outgoing.length === 0) scopes.endScope(from.scope);
      else
        for (const edge of chosenEdges(flow, node, environment, runOf([...tokenSet.tokens, ...tokenSet.resting], from)))
          tokenSet.put(edge.target, edge.id, from);
    },
    endScope(scope) {
      const holder = tokenSet.find(scope);
      if (!holder || tokenSet.within(holder).length > 0) return;
      tokenSet.take(holder);
      if (holder.item === undefined) scopes.leave(nodeOf(flow, holder.node), scopeOf(holder));
      else scopes.endRun(holder, holder.item);
    },
    endRun(run, item) {
      const group = tokenSet.find(run.scope);
      if (!group) return undefined;
      const node = nodeOf(flow, group.node);
      const total = group.items?.length ?? 0;
      const others = tokenSet.within(group);
      const done = node.repeat?.isSequential ? item + 1 : total - others.length;
      const isEnough =
        done < total &&
        node.repeat?.until !== null &&
        environment.isEnough(node, {
          nrOfInstances: total,
          nrOfCompletedInstances: done,
          nrOfActiveInstances: others.length,
        });
      if (!isEnough && node.repeat?.isSequential && done < total) return startRun(group, done);
      if (!isEnough && others.length > 0) return undefined;
      tokenSet.drop(others);
      tokenSet.take(group);
      return scopes.leave(node, scopeOf(group));
    },
    startRuns(token, node) {
      const items = environment.items(node);
      tokenSet.take(token);
      if (items.length === 0) return scopes.leave(node, scopeOf(token));
      const group: Token = { ...token, items };
      tokenSet.tokens.push(group);
      for (const item of node.repeat?.isSequential ? [0] : items.keys()) startRun(group, item);
      return undefined;
    },
    emptied(scope) {
      const holder = tokenSet.find(scope);
      if (!holder || tokenSet.within(holder).length > 0) return;
      tokenSet.take(holder);
      scopes.emptied(holder.scope);
    },
    holderOf(node, near) {
      if (node.parent === null) return {};
      const parent = nodeOf(flow, node.parent);
      if (parent.repeat) {
        const run = tokenSet.tokens.find(
          (token) => token.node === parent.id && token.item !== undefined && near.has(token.id),
        );
        if (!run) throw new FlowFault(node.id, `不能从外面退回到重复执行的“${parent.name}”之内`);
        return { scope: run.id };
      }
      const outer = scopes.holderOf(parent, near);
      const holder = tokenSet.tokens.find((token) => token.node === parent.id && token.scope === outer.scope);
      if (holder) return { scope: holder.id };
      const made: Token = { id: tokenSet.nextToken++, node: parent.id, edge: null, ...outer };
      tokenSet.tokens.push(made);
      return { scope: made.id };
    },
  };
  return scopes;
}

/** What goes up through the sub-processes around it until one of them is concerned. */
export interface Escalations {
  /** An error is caught by the nearest sub-process that waits for it, and ends that; nobody waiting, the process ends. */
  raise(code: string, from: Token): void;
  /** An escalation is heard by the nearest one that waits for it, which goes on unless its event interrupts; nobody waiting, nothing happens. */
  escalate(code: string, from: Token): void;
  /** An event sub-process begins, in the sub-process of this token (without one, in the process); one that interrupts ends all else there. */
  begin(node: FlowNode, scope: number | undefined): void;
  /** A refusal ends the run of a repeated sub-process that has it so, else the process. Answers whether it ended the process. */
  refuse(from: Token): boolean;
}

export function escalationsOf(flow: FlowDefinition, tokenSet: TokenSet, { leave, endRun }: Scopes): Escalations {
  const groupOf = (holder: Token): Token =>
    holder.item === undefined ? holder : (tokenSet.find(holder.scope) ?? holder);
  const begin = (node: FlowNode, scope: number | undefined): void => {
    if (node.attached?.isInterrupting)
      tokenSet.drop([...tokenSet.tokens, ...tokenSet.resting].filter((token) => token.scope === scope));
    tokenSet.put(node.id, null, scope === undefined ? {} : { scope });
  };
  type Meant = (attached: NonNullable<FlowNode['attached']>) => boolean;
  /**
   * Tells the nearest that means it: an event sub-process where it comes from or around that, or an event on the edge of
   * what it comes from. What rises out of an event sub-process is heard by no other one beside it. Answers whether anybody heard.
   */
  const heard = (from: Token, isMeant: Meant): boolean => {
    const meant = (ids: readonly string[]): FlowNode | undefined =>
      ids.map((id) => nodeOf(flow, id)).find(({ attached }) => attached !== null && isMeant(attached));
    let isInTriggered = false;
    for (const holder of around(tokenSet.tokens, from)) {
      const node = nodeOf(flow, holder.node);
      const inside =
        isInTriggered || (node.repeat && holder.item === undefined) ? undefined : meant(triggeredIn(flow, node.id));
      if (inside) {
        begin(inside, holder.id);
        return true;
      }
      isInTriggered = isTriggered(node);
      const event = meant(node.boundaries);
      if (!event) continue;
      const group = groupOf(holder);
      if (event.attached?.error !== null || event.attached.isInterrupting) tokenSet.drop([group]);
      leave(event, scopeOf(group));
      return true;
    }
    const last = isInTriggered ? undefined : meant(triggeredIn(flow, null));
    if (last) begin(last, undefined);
    return last !== undefined;
  };
  return {
    begin,
    raise(code, from) {
      if (!heard(from, ({ error }) => error === code || error === '')) tokenSet.clear();
    },
    escalate(code, from) {
      heard(from, ({ escalation }) => escalation === code || escalation === '');
    },
    refuse(from) {
      const run = [...around(tokenSet.tokens, from)].find(
        (one) => one.item !== undefined && nodeOf(flow, one.node).repeat?.refusal === 'item',
      );
      if (!run) {
        tokenSet.clear();
        return true;
      }
      tokenSet.drop([run]);
      endRun(run, run.item ?? 0);
      return false;
    },
  };
}
