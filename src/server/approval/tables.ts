import type { ColumnType, Generated, RawBuilder } from 'kysely';
import type { FlowState, Token } from '../flow/index.ts';

/** A time column that the database fills when no value is given. */
type GeneratedTime = ColumnType<Date, Date | string | undefined, Date | string>;
type NullableTime = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Json<T> = ColumnType<T, string, string>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

/**
 * The changes of a step, stored to undo the step. `consumed`: tokens that were removed or paused; `paused`: paused
 * tokens that were removed (absent in steps stored by earlier versions); `produced`: ids of the tokens that were
 * created; `resumed`: paused tokens that were resumed; `ended`: ids of the tasks that were withdrawn; `begun`: ids of
 * the tasks that were opened.
 */
export interface Undo {
  consumed: readonly Token[];
  paused?: readonly Token[];
  produced: readonly number[];
  resumed: readonly Token[];
  ended: readonly string[];
  begun: readonly string[];
}

export interface FlowTables {
  /** A running or ended process, in one version of the flow and of the form. At most one row for each record. */
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
    /** Names of the open nodes, joined by 、, without timers and service calls (`nodeNames`). */
    task_nodes: string;
    tokens: Json<FlowState>;
    started_at: GeneratedTime;
    ended_at: NullableTime;
    /** The ids of the people whom the initiator or a later approver chose for a node, by node id. */
    choices: ColumnType<Record<string, string[]>, string | undefined, string>;
    /** The time of the suspension by an administrator, with the person and the reason; null: not suspended. */
    suspended_at: NullableTime;
    suspended_by: Optional<string>;
    suspended_for: Optional<string>;
    /** Unit of the record. */
    unit_id: Optional<string>;
    /** True if the record is urgent by its form's `urgentWhen`. */
    is_urgent: Generated<boolean>;
    /** True if the applicant took the application back to correct it, and has not submitted it again. */
    is_withdrawn: Generated<boolean>;
  };
  /**
   * A task at a node. It belongs to one approver, or to several approvers of whom one decides. `state` 'waiting': not
   * its turn yet, or paused by a return; 'withdrawn': cancelled without a decision. `kind`, `sn`, `parent_id`: see
   * `VoteSlot`. `vote` is null while the task is undecided, and after an act without a decision (a transfer or return).
   * `added_by`: the id of the person who added the approver or delegate.
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
    /**
     * Set for a task in a repeated sub-process. `run`: the token id of the innermost run that contains the task.
     * `item_label`: the label of the item of this run. `item_key`: the id of the sub-table row to which the task
     * belongs; if no run that contains the task has a row, the key of the item of `run`.
     */
    run: Optional<number>;
    item_label: Optional<string>;
    item_key: Optional<string>;
    undo: ColumnType<Undo | null, string | null | undefined, string | null>;
    due_at: NullableTime;
  };
  /**
   * The people who may act on a task: those found when the process reached the node, with later changes by escalation
   * and reassignment. `is_open`: the task is in the person's to-do list. `arrived_at`: copied from the task by a
   * trigger, to order to-do lists.
   */
  flw_task_candidate: { task_id: string; user_id: string; is_open: Generated<boolean>; arrived_at: GeneratedTime };
  /**
   * An entry of a record's history. `detail`: additional text, such as the people concerned by the act (“转办给 王某”) or
   * the target of a return. `files`: ids of files, separated by commas. `signature`: the id of a file.
   */
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
    /** The absent person (`flw_delegation`) for whom `user_id` acted; null: `user_id` acted for themselves. */
    for_id: Optional<string>;
  };
  /**
   * People who may read the record by the rules of a node where they have no task: people who received a copy
   * (`by_name`: name of the sender), absent people for whom somebody acted (`by_name`: name of the person who acted),
   * and people who may report that an awaited message has arrived (`by_name` ''). At most one row for each person and
   * record.
   */
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
  /**
   * Timers that fire once (`scheduler.ts`), and events that wait for a signal or message (`waitingMessages.ts`). Kinds
   * for a task: 'due' (the task becomes overdue), 'remind' (its assignees are reminded). Kinds for a node: 'wait'
   * (timer event), 'boundary' (time of a boundary event or event sub-process), 'call' (call of a service), 'signal' and
   * 'message' (wait for the signal or message with the name in `awaits`). 'throw': a thrown signal that is not
   * delivered yet.
   */
  flw_timer: {
    id: string;
    instance_id: string;
    token: number;
    task_id: string | null;
    kind: 'due' | 'remind' | 'wait' | 'boundary' | 'call' | 'signal' | 'message' | 'throw';
    node_id: string;
    due_at: ColumnType<Date, Date | string, Date | string>;
    /** The number of failed attempts. For a 'call' it includes interrupted and running attempts. */
    tries: Generated<number>;
    /** The time when the row was inserted, by the database's clock. */
    set_at: GeneratedTime;
    /** The remaining time in ms when the process was suspended; null while the timer runs. */
    left_ms: Optional<number>;
    /** True if `left_ms` is working time, by the calendar. */
    left_work: Generated<boolean>;
    /** For a 'signal' or 'message', the awaited name; for a 'throw', the name of the thrown signal; otherwise null. */
    awaits: Optional<string>;
    /** The error of the last attempt; null if no attempt has failed yet or an attempt is running. */
    error: Optional<string>;
  };
  /**
   * A delegation of a person's to-dos to another person during an absence. The SQL functions `flw_acts_for` and
   * `flw_delegated` read it. `form_keys`: the forms with delegated to-dos; null: all.
   */
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
  /** Stored phrases for opinions; `user_id` null: shared by everybody. `sn`: position in the person's list. */
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
