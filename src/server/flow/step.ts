import type { Selectable } from 'kysely';
import type { CandidateSource } from './candidates.ts';
import type { FlowDefinition, FlowEdge } from './definition.ts';
import type { FlowTables } from './tables.ts';

export type Instance = Selectable<FlowTables['flw_instance']>;
export type TaskRow = Selectable<FlowTables['flw_task']>;

export interface Person { id: string; name: string }

/** What a step needs to know beside the flow; built by the records area from the record as it will be stored. */
export interface StepInput {
  flow: FlowDefinition;
  source: CandidateSource;
  evaluate(edge: FlowEdge): boolean;
  /** Who consented just now: with `same` they need not consent again. */
  decider: Person | null;
}
