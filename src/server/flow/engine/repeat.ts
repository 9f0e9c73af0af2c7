import { nodeOf, type FlowDefinition, type FlowNode, type Repeat } from '../definition.ts';
import type { FlowState, Token } from './flowState.ts';

/** One run of a repeated sub-process with its item, for conditions, assignees and display. */
export interface RunItem {
  /** Node id of the sub-process. */
  subProcessId: string;
  /** Id of the run's token. */
  token: number;
  /** Position of the item in the list of items, from 0. */
  index: number;
  /** Number of items in the list. */
  total: number;
  /** `key` and `label` of the item (`RepeatItem`); '' if the item is missing. */
  key: string;
  label: string;
}

/** The names that `Repeat.until` may read, with their BPMN names. */
export interface RepeatCounts {
  nrOfInstances: number;
  nrOfCompletedInstances: number;
  nrOfActiveInstances: number;
}

/**
 * Maximum number of runs of a repeated sub-process. A higher number is refused as a wrong value in the record, because
 * each run creates its own tasks.
 */
export const MAX_RUNS = 500;

/** Yields the tokens of the sub-processes around a token, the innermost first. */
export function* enclosingTokens(tokens: readonly Token[], { scope }: Pick<Token, 'scope'>): Generator<Token> {
  for (let token = tokens.find(({ id }) => id === scope); token; token = tokens.find(({ id }) => id === token?.scope))
    yield token;
}

/** Returns whether the token is inside the sub-process token `scopeId`, at any depth. */
export const isInside = (tokens: readonly Token[], token: Token, scopeId: number): boolean => {
  for (const enclosing of enclosingTokens(tokens, token)) if (enclosing.id === scopeId) return true;
  return false;
};

/** Returns the runs of repeated sub-processes that contain a token, the innermost first. */
export const enclosingRuns = (tokens: readonly Token[], token: Pick<Token, 'scope'>): RunItem[] =>
  [...enclosingTokens(tokens, token)].flatMap((run) => {
    if (run.item === undefined) return [];
    const items = tokens.find(({ id }) => id === run.scope)?.items ?? [];
    const item = items[run.item];
    return [
      {
        subProcessId: run.node,
        token: run.id,
        index: run.item,
        total: items.length,
        key: item?.key ?? '',
        label: item?.label ?? '',
      },
    ];
  });

/** Returns the innermost run that contains a token; null outside of repeated sub-processes. */
export const innermostRun = (tokens: readonly Token[], token: Pick<Token, 'scope'>): RunItem | null =>
  enclosingRuns(tokens, token)[0] ?? null;

/** Returns all tokens including the paused ones, because the sub-process around a paused token may be paused, too. */
export const allTokens = ({ tokens, paused = [] }: FlowState): Token[] => [...tokens, ...paused];

type RepeatedNode = FlowNode & { repeat: Repeat };

/** Yields the repeated sub-processes around a node, the innermost first. */
function* enclosingRepeats(flow: FlowDefinition, id: string): Generator<RepeatedNode> {
  for (let parent = flow.nodes[id]?.parent ?? null; parent !== null; parent = flow.nodes[parent]?.parent ?? null) {
    const node = nodeOf(flow, parent);
    if (node.repeat) yield node as RepeatedNode;
  }
}

/** Returns the innermost repeated sub-process around a node; null if there is none. */
export const innermostRepeat = (flow: FlowDefinition, id: string): RepeatedNode | null =>
  enclosingRepeats(flow, id).next().value ?? null;

/** The sub-tables of a form by key; only the keys are read. */
type Tables = ReadonlyMap<string, unknown>;

/**
 * Returns the key of the sub-table that a sub-process is repeated over; null if it is not repeated over a sub-table.
 */
export const repeatedTable = (node: FlowNode | undefined, tables: Tables): string | null => {
  const key = node?.repeat?.over.trim();
  return key !== undefined && tables.has(key) ? key : null;
};

/**
 * Returns the key of the sub-table of which each task at this node handles one row: that of the innermost repeat over a
 * sub-table around the node. Null if there is no such repeat.
 */
export function rowTableOf(flow: FlowDefinition, id: string, tables: Tables): string | null {
  for (const node of enclosingRepeats(flow, id)) {
    const table = repeatedTable(node, tables);
    if (table !== null) return table;
  }
  return null;
}
