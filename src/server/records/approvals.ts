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

/** The approval of a record, running or ended. */
export type ProcessRow = Selectable<Database['flw_instance']>;
/** A task of an approval, open or closed. */
export type TaskRow = Selectable<Database['flw_task']>;
/** A task that a person may act on; `actsFor`: the absent person for whom they act, null for their own task. */
export type HeldTask = TaskRow & { actsFor: { id: string; name: string } | null };

/** An imported record with the data that its approval needs. */
export interface ImportedApproval {
  record: ImportedRecord;
  title: string;
  creator: { id: string; name: string; unitId: string | null };
}

/**
 * The functions of approvals that records call. The room `approval`, which depends on this room, registers them.
 */
export interface RecordApprovals {
  /** Locks the record's process until the transaction ends and returns it; undefined if the record has none. */
  lockProcess(trx: Trx, recordId: string): Promise<ProcessRow | undefined>;
  /** Refuses with FLOW_SUSPENDED if an administrator has suspended the process. */
  refuseSuspended(process: ProcessRow): void;
  /**
   * Returns the open tasks of a record on which this person may act: their own, the oldest first, then those of absent
   * people for whom they act.
   */
  heldTasks(db: Db, recordId: string, userId: string): Promise<HeldTask[]>;
  /**
   * Returns the open task to act on: the task with `taskId`, else the first of `heldTasks`. Refuses with TASK_TAKEN or
   * TASK_NOT_YOURS.
   */
  taskToActOn(db: Db, recordId: string, userId: string, taskId: string | undefined): Promise<HeldTask>;
  /**
   * Updates the title and the urgency of the process after a save without a decision, and continues steps that wait
   * for a condition. Returns the record if the process changed it, else null.
   */
  updateAfterSave(
    context: ServerContext,
    trx: Trx,
    savedRecord: { process: ProcessRow; row: RecordRow; form: CompiledForm; values: RecordValues },
  ): Promise<RecordRow | null>;
  /**
   * Stores the approvals of imported records, with their history. `names`: the names of the people in the approvals,
   * by id.
   */
  importApprovals(
    context: ServerContext,
    trx: Trx,
    importedApprovals: {
      loaded: LoadedForm;
      flow: LoadedFlow;
      records: readonly ImportedApproval[];
      names: ReadonlyMap<string, string>;
    },
  ): Promise<void>;
}
export const approvals = registrationPoint<RecordApprovals>('approvals of records');
