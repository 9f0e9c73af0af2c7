import type { EffectEvent, EffectNames } from '../../effects/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import type { ServerContext } from '../context.ts';
import type { LoadedForm } from '../documents/index.ts';
import type { LoadedFlow } from '../flowDocuments/index.ts';
import type { RequestUser } from '../http/user.ts';
import type { RecordRow } from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';

/** The record of an event, and other data that its effects read. */
export interface Subject {
  context: ServerContext;
  trx: Trx;
  user: RequestUser;
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  /** The record as it is stored now. Effects that change the record assign the changed record. */
  row: RecordRow;
  /** The names that expressions may use: those of the form, and prefixes such as `dialog`, `row`, `it` and `made`. */
  names: EffectNames;
  /** The values under each prefix, e.g. under `row` those of a button's record or of a sub-table row. */
  prefixValues: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** The note for the history of changed records: “由 用印申请“…”办结”. */
  cause: string;
  event: EffectEvent | 'action' | 'time';
  /** The id of the task that caused the event; '' for none. */
  taskId: string;
  /** The number of preceding events in the chain in which each event caused the next one. */
  depth: number;
  /** The beginning of the keys of effects: the event and, for effects of one node, the node. */
  keyPrefix: string;
  /** The day that `today()` returns in expressions; absent: the current day. */
  day?: string;
  /**
   * True if related records are read with the rights of `user` instead of all rights. Used for values that are only
   * offered to the user.
   */
  readsAsUser?: boolean;
}

/** Returns the system columns of a record, under their names in expressions. */
export const systemValues = (
  row: Pick<RecordRow, 'id' | 'title' | 'flw_state' | 'create_by' | 'create_by_name' | 'create_time' | 'update_time'>,
): Record<string, unknown> => ({
  id: row.id,
  title: row.title,
  flwState: row.flw_state,
  createBy: row.create_by,
  createByName: row.create_by_name,
  createTime: row.create_time.toISOString(),
  updateTime: row.update_time.toISOString(),
});

/** Returns the system columns and fields of a record under their names. A field replaces a column of the same name. */
export const recordValuesByName = (
  row: Parameters<typeof systemValues>[0] & { fields: FormRecord['fieldsMap'] },
): Record<string, unknown> => ({ ...systemValues(row), ...row.fields });
