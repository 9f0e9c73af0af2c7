import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { FlowState, Token } from '../flow/index.ts';

/** A time column that the database fills when no value is given. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** How to undo a step: the tokens that it consumed, produced and resumed, and the tasks that it ended and began. */
export interface Undo {
  consumed: readonly Token[];
  produced: readonly number[];
  resumed: readonly Token[];
  ended: readonly string[];
  begun: readonly string[];
}

export interface FlowTables {
  /** A running or ended process, pinned to one version of the flow and of the form. One row for each record. */
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
    /** When, by whom and why an administrator suspended it; null: it is not suspended. */
    suspended_at: NullableTime;
    suspended_by: Optional<string>;
    suspended_for: Optional<string>;
    /** Unit of the record; whether the record is urgent by its form's `urgentWhen`. */
    unit_id: Optional<string>;
    is_urgent: Generated<boolean>;
    /** The applicant took the application back to correct it. */
    is_withdrawn: Generated<boolean>;
  };
  /**
   * A task of one approver or group at a node (`voteSlots.ts`). State `waiting`: not its turn yet. `vote` is null while
   * undecided and for an act that decides nothing (a transfer).
   */
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
    /** In a repeated sub-process: token of the run, and label and key (the row's id) of the run's item. */
    run: Optional<number>;
    item_label: Optional<string>;
    item_key: Optional<string>;
    undo: ColumnType<Undo | null, string | null | undefined, string | null>;
    due_at: NullableTime;
  };
  /**
   * Who may act on a task, resolved when it opened. `arrived_at` is the task's, copied by a trigger to order to-do
   * lists.
   */
  flw_task_candidate: { task_id: string; user_id: string; is_open: Generated<boolean>; arrived_at: GeneratedTime };
  /** `detail`: the other people concerned (“转办给 王某”); `files` and `signature` are file ids. */
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
  /** Who received a copy or handed a task on: they may read the record by the rules of that node. */
  flw_reader: {
    record_id: string;
    user_id: string;
    form_key: string;
    node_id: string;
    by_name: string;
    created_at: GeneratedTime;
  };
  /** Files of opinions and signatures, for the permission check on reading them. */
  flw_file: { file_id: string; record_id: string; form_key: string };
  /** Timers that fire once (`scheduler.ts`), and events that wait for a signal or message (`waitingMessages.ts`). */
  flw_timer: {
    id: string;
    instance_id: string;
    token: number;
    task_id: string | null;
    kind: 'due' | 'remind' | 'wait' | 'boundary' | 'call' | 'signal' | 'message' | 'throw';
    node_id: string;
    due_at: ColumnType<Date, Date | string, Date | string>;
    tries: Generated<number>;
    /** When it was set, by the database's clock. */
    set_at: GeneratedTime;
    /** Remaining time when the process was suspended; null: the timer runs. */
    left_ms: Optional<number>;
    /** Whether `left_ms` is working time, by the calendar. */
    left_work: Generated<boolean>;
    /** For 'signal' and 'message' the awaited name; for 'throw' the signal to be delivered to all waiting processes. */
    awaits: Optional<string>;
    /** Error of the last attempt. */
    error: Optional<string>;
  };
  /** A delegation during an absence; `form_keys` null: for all forms (functions `flw_acts_for`, `flw_delegated`). */
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
  /** Stored phrases for opinions; `user_id` null: shared by everybody. */
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
