import type { Selectable } from 'kysely';
import type { CandidateSource } from '../people/candidates.ts';
import type { FlowDefinition, RunItem, FlowEnvironment } from '../../flow/index.ts';
import type { FlowTables } from '../tables.ts';

export type Instance = Selectable<FlowTables['flw_instance']>;
export type TaskRow = Selectable<FlowTables['flw_task']>;

/** A task's node as people see it: with what its run of a repeated sub-process is for. */
export const placeOfTask = ({
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

/** Who acts, and for whom where a task was delegated to them. */
export interface Actor extends Person {
  actsFor?: Person | null;
}

/** What a step needs to know beside the flow; built by the records area from the record as it will be stored. */
export interface StepInput extends FlowEnvironment {
  flow: FlowDefinition;
  source: CandidateSource;
  /** The same for one run of a repeated sub-process. */
  sourceOf(run: RunItem | null): CandidateSource;
  /** Of the runs something belongs to, the one that is for a row of a sub-table; null for none. */
  rowOf(runs: readonly RunItem[]): RunItem | null;
  /** Who consented just now: with `same` they need not consent again. */
  decider: Person | null;
}
