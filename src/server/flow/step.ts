import type { Selectable } from 'kysely';
import type { CandidateSource } from './candidates.ts';
import type { FlowDefinition, FlowEdge } from './definition.ts';
import type { FlowTables } from './tables.ts';

export type Instance = Selectable<FlowTables['flw_instance']>;

/** What a step needs to know beside the flow; built by the records area from the record as it will be stored. */
export interface StepInput {
  flow: FlowDefinition;
  source: CandidateSource;
  evaluate(edge: FlowEdge): boolean;
}
