import { nodeOf, type FlowDefinition, type FlowNode, type Repeat } from './definition.ts';
import type { FlowState, Token } from './state.ts';

/** One run of a repeated sub-process, as conditions, holders and people see it. */
export interface RunItem {
  /** Node id of the sub-process. */
  scope: string;
  /** Token of the run. */
  token: number;
  index: number;
  total: number;
  key: string;
  label: string;
}

/** What a condition for ending early may ask, in the words of BPMN. */
export interface RepeatCounts { nrOfInstances: number; nrOfCompletedInstances: number; nrOfActiveInstances: number }
export const REPEAT_COUNTS = ['nrOfInstances', 'nrOfCompletedInstances', 'nrOfActiveInstances'] as const;

/** More than this at once is a mistake in the record, and as many to-dos. */
export const MOST_RUNS = 500;

/** Tokens around one, the nearest first. */
export function* around(tokens: readonly Token[], { scope }: Pick<Token, 'scope'>): Generator<Token> {
  for (let at = tokens.find(({ id }) => id === scope); at; at = tokens.find(({ id }) => id === at?.scope)) yield at;
}

/** Does the token stand inside of that one? */
export const isInside = (tokens: readonly Token[], token: Token, holder: number): boolean => {
  for (const each of around(tokens, token)) if (each.id === holder) return true;
  return false;
};

/** The run a token belongs to, the innermost; null outside of repeated sub-processes. */
export function runOf(tokens: readonly Token[], token: Pick<Token, 'scope'>): RunItem | null {
  for (const run of around(tokens, token)) {
    if (run.item === undefined) continue;
    const items = tokens.find(({ id }) => id === run.scope)?.items ?? [];
    const item = items[run.item];
    return { scope: run.node, token: run.id, index: run.item, total: items.length, key: item?.key ?? '', label: item?.label ?? '' };
  }
  return null;
}

/** Every token there is, resting ones too: what a run belongs to may rest with it. */
export const allTokens = ({ tokens, paused = [] }: FlowState): Token[] => [...tokens, ...paused];

/** The repeated sub-process a node stands in, the innermost; null without one. */
export function repeatedAround(flow: FlowDefinition, id: string): (FlowNode & { repeat: Repeat }) | null {
  for (let at = flow.nodes[id]?.parent ?? null; at !== null; at = flow.nodes[at]?.parent ?? null) {
    const node = nodeOf(flow, at);
    if (node.repeat) return node as FlowNode & { repeat: Repeat };
  }
  return null;
}
