import type { Selectable } from 'kysely';
import type { CompiledForm } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import type { LoadedForm } from '../documents/index.ts';
import type { Db } from '../store/database.ts';
import type { LoadedFlow } from '../flowDocuments/index.ts';
import { registrationPoint } from '../registration.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';
import type { RecordRow } from './read/recordRows.ts';
import type { ImportedRecord } from './save/importRecords.ts';
import type { RecordValues } from './tables.ts';

/** The approval that a record runs in, and a task of it. */
export type ProcessRow = Selectable<Database['flw_instance']>;
export type TaskRow = Selectable<Database['flw_task']>;
/** A task that a person may act on; `actsFor`: who delegated it to them, null for one of their own. */
export type HeldTask = TaskRow & { actsFor: { id: string; name: string } | null };

/** A record that was imported, as its approval needs it. */
export interface ImportedApproval {
  record: ImportedRecord;
  title: string;
  creator: { id: string; name: string; unitId: string | null };
}

/** What records need to know of approvals, whose room stands above this one and registers it. */
export interface RecordApprovals {
  /** The record's process, locked until the transaction ends. */
  lockProcess(trx: Trx, recordId: string): Promise<ProcessRow | undefined>;
  /** Refuses with FLOW_SUSPENDED while an administrator has suspended the process. */
  refuseSuspended(process: ProcessRow): void;
  /** The open tasks of a record that this person holds, the oldest first; then those delegated to them. */
  heldTasks(db: Db, recordId: string, userId: string): Promise<HeldTask[]>;
  /** The open task to act on: the one named, or the oldest this person holds. Refuses with TASK_TAKEN or TASK_NOT_YOURS. */
  taskToActOn(db: Db, recordId: string, userId: string, taskId: string | undefined): Promise<HeldTask>;
  /**
   * After a save that decides nothing: keeps title and urgency of the process and continues what waits for a condition.
   * Answers the record when the process changed it, else null.
   */
  afterSave(
    context: ServerContext,
    trx: Trx,
    saved: { process: ProcessRow; row: RecordRow; form: CompiledForm; values: RecordValues },
  ): Promise<RecordRow | null>;
  /** Stores the approvals of imported records, with their history. */
  importApprovals(
    context: ServerContext,
    trx: Trx,
    imported: {
      loaded: LoadedForm;
      flow: LoadedFlow;
      records: readonly ImportedApproval[];
      names: ReadonlyMap<string, string>;
    },
  ): Promise<void>;
}
export const approvals = registrationPoint<RecordApprovals>('approvals of records');
