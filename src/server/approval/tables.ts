import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { FlowState, Token } from '../flow/index.ts';

/** A time column that is filled by the database unless it is given. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** How to take a step back: what it consumed and produced, and the tasks it ended and began. */
export interface Undo {
  consumed: readonly Token[];
  produced: readonly number[];
  resumed: readonly Token[];
  ended: readonly string[];
  begun: readonly string[];
}

export interface FlowTables {
  /** A running or ended process: pinned to one version of the flow and of the form. One for each record. */
  flw_instance: {
    id: string;
    record_id: string;
    form_key: string;
    form_name: string;
    form_version: number;
    flow_key: string;
    flow_version: number;
    initiator_id: string;
    initiator_name: string;
    flw_state: string;
    title: string;
    task_nodes: string;
    tokens: Json<FlowState>;
    started_at: GeneratedTime;
    ended_at: NullableTime;
    /** People the initiator chose, by node id. */
    choices: ColumnType<Record<string, string[]>, string | undefined, string>;
    /** Since when, by whom and why an administrator has it rest; null: it runs. */
    suspended_at: NullableTime;
    suspended_by: Optional<string>;
    suspended_for: Optional<string>;
    /** The unit it comes from; whether its form calls it urgent. */
    unit_id: Optional<string>;
    is_urgent: Generated<boolean>;
    /** The applicant took it back and has it to mend. */
    is_withdrawn: Generated<boolean>;
    /** Who made its record and when, filled by a trigger where nothing is said: what `frm_hand` needs to know. */
    record_by: Optional<string>;
    record_time: NullableTime;
  };
  /** A seat at a node (`seats.ts`): `waiting` until it is its turn. `vote` is null for what decides nothing (a transfer). */
  flw_task: {
    id: string;
    instance_id: string;
    record_id: string;
    node_id: string;
    node_name: string;
    token: number;
    state: 'open' | 'waiting' | 'done' | 'withdrawn';
    arrived_at: GeneratedTime;
    finished_at: NullableTime;
    actor_id: string | null;
    actor_name: string | null;
    action: string | null;
    opinion: string | null;
    kind: ColumnType<
      'sign' | 'parallel' | 'before' | 'after' | 'delegate',
      'sign' | 'parallel' | 'before' | 'after' | 'delegate' | undefined
    >;
    sn: Generated<number>;
    parent_id: Optional<string>;
    added_by: Optional<string>;
    vote: Optional<'approve' | 'reject'>;
    /** Of a repeated sub-process: token of the run it belongs to, and what that run is for: in words, and as key (the row's id). */
    run: Optional<number>;
    item_label: Optional<string>;
    item_key: Optional<string>;
    undo: ColumnType<Undo | null, string | null | undefined, string | null>;
    due_at: NullableTime;
  };
  /** Who may act on a task, resolved when it opened; `arrived_at` is the task's, kept by a trigger for the order of to-do lists. */
  flw_task_candidate: { task_id: string; user_id: string; is_open: Generated<boolean>; arrived_at: GeneratedTime };
  /** `detail`: whom it concerns besides (“转办给 王某”); `files` and `signature` are file ids. */
  flw_history: {
    id: string;
    instance_id: string;
    record_id: string;
    node_id: string;
    node_name: string;
    user_id: string;
    user_name: string;
    action: string;
    opinion: string;
    happened_at: GeneratedTime;
    detail: Generated<string>;
    files: Generated<string>;
    signature: Optional<string>;
    /** The person in whose name `user_id` acted. */
    for_id: Optional<string>;
  };
  /** Who got a copy, or handed a task on: they read by the rules of that node. */
  flw_reader: {
    record_id: string;
    user_id: string;
    form_key: string;
    node_id: string;
    by_name: string;
    created_at: GeneratedTime;
  };
  /** Files that opinions and signatures name, for the right to read them. */
  flw_file: { file_id: string; record_id: string; form_key: string };
  /** What is to happen by itself, once (`scheduler.ts`), and what waits for a name to be told (`listening.ts`). */
  flw_timer: {
    id: string;
    instance_id: string;
    token: number;
    task_id: string | null;
    kind: 'due' | 'remind' | 'wait' | 'boundary' | 'call' | 'signal' | 'message' | 'throw';
    node_id: string;
    due_at: ColumnType<Date, Date | string, Date | string>;
    tries: Generated<number>;
    /** Since when it waits, by the database's clock. */
    set_at: GeneratedTime;
    /** What was left of its time when the process was suspended; null: it runs. */
    left_ms: Optional<number>;
    /** That is working time, by the calendar. */
    left_work: Generated<boolean>;
    /** Of 'signal' and 'message': the name that is waited for; of 'throw': the signal that is told to all who wait. */
    awaits: Optional<string>;
    /** Why it could not be done the last time. */
    error: Optional<string>;
  };
  /** Who acts for somebody during an absence; `form_keys` null: in all forms (`flw_acts_for`, `flw_delegated`). */
  flw_delegation: {
    id: string;
    from_user: string;
    to_user: string;
    starts_at: ColumnType<Date, Date | RawBuilder<Date>, never>;
    ends_at: ColumnType<Date, Date | RawBuilder<Date>, never>;
    form_keys: string[] | null;
    note: Generated<string>;
    withdrawn_at: ColumnType<Date | null, undefined, RawBuilder<Date>>;
    created_at: GeneratedTime;
  };
  /** `user_id` null: everybody's. */
  flw_phrase: {
    id: string;
    user_id: string | null;
    act: 'approve' | 'return' | 'reject';
    text: string;
    sn: Generated<number>;
    created_at: GeneratedTime;
  };
}

declare module '../store/database.ts' {
  interface Database extends FlowTables {}
}
