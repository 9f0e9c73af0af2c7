import type { ColumnType, Generated } from 'kysely';
import type { FlowState } from './state.ts';

/** A time column that is filled by the database unless it is given. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;

export interface FlowTables {
  /** A running or ended process: pinned to one version of the flow and of the form. One for each record. */
  flw_instance: {
    id: string; record_id: string; form_key: string; form_name: string; form_version: number; flow_key: string; flow_version: number;
    initiator_id: string; initiator_name: string; flw_state: string; title: string; task_nodes: string; tokens: Json<FlowState>;
    started_at: GeneratedTime; ended_at: NullableTime;
  };
  flw_task: {
    id: string; instance_id: string; record_id: string; node_id: string; node_name: string; token: number;
    state: 'open' | 'done' | 'withdrawn'; arrived_at: GeneratedTime; finished_at: NullableTime;
    actor_id: string | null; actor_name: string | null; action: string | null; opinion: string | null;
  };
  /** Who may act on a task, resolved when it opened. */
  flw_task_candidate: { task_id: string; user_id: string; is_open: Generated<boolean> };
  flw_history: {
    id: string; instance_id: string; record_id: string; node_id: string; node_name: string; user_id: string; user_name: string;
    action: string; opinion: string; happened_at: GeneratedTime;
  };
}
