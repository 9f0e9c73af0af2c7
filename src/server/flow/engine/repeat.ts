import { nodeOf, type FlowDefinition, type FlowNode, type Repeat } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

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
export interface RepeatCounts {
  nrOfInstances: number;
  nrOfCompletedInstances: number;
  nrOfActiveInstances: number;
}
export const REPEAT_COUNTS = ['nrOfInstances', 'nrOfCompletedInstances', 'nrOfActiveInstances'] as const;

/** More than this at once is a mistake in the record, and as many to-dos. */
export const MAX_RUNS = 500;

/** Tokens around one, the nearest first. */
export function* around(tokens: readonly Token[], { scope }: Pick<Token, 'scope'>): Generator<Token> {
  for (let at = tokens.find(({ id }) => id === scope); at; at = tokens.find(({ id }) => id === at?.scope)) yield at;
}

/** Does the token stand inside of that one? */
export const isInside = (tokens: readonly Token[], token: Token, holder: number): boolean => {
  for (const each of around(tokens, token)) if (each.id === holder) return true;
  return false;
};

/** The runs a token belongs to, the innermost first. */
export const runsOf = (tokens: readonly Token[], token: Pick<Token, 'scope'>): RunItem[] =>
  [...around(tokens, token)].flatMap((run) => {
    if (run.item === undefined) return [];
    const items = tokens.find(({ id }) => id === run.scope)?.items ?? [];
    const item = items[run.item];
    return [
      {
        scope: run.node,
        token: run.id,
        index: run.item,
        total: items.length,
        key: item?.key ?? '',
        label: item?.label ?? '',
      },
    ];
  });

/** The innermost of them; null outside of repeated sub-processes. */
export const runOf = (tokens: readonly Token[], token: Pick<Token, 'scope'>): RunItem | null =>
  runsOf(tokens, token)[0] ?? null;

/** Every token there is, resting ones too: what a run belongs to may rest with it. */
export const allTokens = ({ tokens, paused = [] }: FlowState): Token[] => [...tokens, ...paused];

type Repeated = FlowNode & { repeat: Repeat };

/** The repeated sub-processes a node stands in, the innermost first. */
function* repeatsAround(flow: FlowDefinition, id: string): Generator<Repeated> {
  for (let at = flow.nodes[id]?.parent ?? null; at !== null; at = flow.nodes[at]?.parent ?? null) {
    const node = nodeOf(flow, at);
    if (node.repeat) yield node as Repeated;
  }
}

/** The innermost of them; null without one. */
export const repeatedAround = (flow: FlowDefinition, id: string): Repeated | null =>
  repeatsAround(flow, id).next().value ?? null;

type Tables = ReadonlyMap<string, unknown>;

/** What a sub-process is repeated over, where that is a sub-table of the form. */
export const tableOver = (node: FlowNode | undefined, tables: Tables): string | null => {
  const over = node?.repeat?.over.trim();
  return over !== undefined && tables.has(over) ? over : null;
};

/** The sub-table of one of whose rows every task of this node is: of repeats in each other the innermost over a table. */
export function rowTableOf(flow: FlowDefinition, id: string, tables: Tables): string | null {
  for (const node of repeatsAround(flow, id)) {
    const table = tableOver(node, tables);
    if (table !== null) return table;
  }
  return null;
}
