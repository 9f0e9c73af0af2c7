import type { Selectable } from 'kysely';
import type { CandidateSource } from '../people/resolveCandidates.ts';
import type { FlowDefinition, RunItem, FlowEnvironment } from '../../flow/index.ts';
import type { FlowTables } from '../tables.ts';

/** An instance of a process on one record. */
export type Instance = Selectable<FlowTables['flw_instance']>;
export type TaskRow = Selectable<FlowTables['flw_task']>;

/**
 * Returns a task's node with a display name: the node's name and, in a repeated sub-process, the label of the run's
 * item.
 */
export const nodeWithDisplayName = ({
  node_id: id,
  node_name: name,
  item_label: item,
}: Pick<TaskRow, 'node_id' | 'node_name' | 'item_label'>): { id: string; name: string } => ({
  id,
  name: item ? `${name}（${item}）` : name,
});

export interface Person {
  id: string;
  name: string;
}

/** The acting person and, if they act for somebody who is absent (`flw_delegation`), the absent person. */
export interface Actor extends Person {
  actsFor?: Person | null;
}

/** The input of a step besides its event, built from the record as it will be stored (`stepInput`). */
export interface StepInput extends FlowEnvironment {
  flow: FlowDefinition;
  candidateSource: CandidateSource;
  /** Returns the candidate source for one run of a repeated sub-process. `run` null: returns `candidateSource`. */
  candidateSourceOf(run: RunItem | null): CandidateSource;
  /** Returns the first of `runs` that processes a row of a sub-table, or null. `runs`: the innermost run first. */
  runWithRow(runs: readonly RunItem[]): RunItem | null;
  /**
   * The person who has just submitted or approved. If their next task has a node with the setting `same`, it is
   * approved automatically.
   */
  decider: Person | null;
}
