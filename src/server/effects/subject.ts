import type { EffectEvent, EffectNames } from '../../kernel/index.ts';
import type { FormRecord } from '../../grammar/documents.ts';
import type { ServerContext } from '../context.ts';
import type { LoadedForm } from '../documents/index.ts';
import type { LoadedFlow } from '../flowDocuments/index.ts';
import type { RequestUser } from '../http/user.ts';
import type { RecordRow } from '../records/index.ts';
import type { Trx } from '../store/transaction.ts';

/** The record that an event happened to, with what its effects may read beside it. */
export interface Subject {
  context: ServerContext;
  trx: Trx;
  user: RequestUser;
  loaded: LoadedForm;
  flow: LoadedFlow | null;
  /** As it is stored now; effects that change the record put the next state here. */
  row: RecordRow;
  /** Names of the expressions: those of the form, and of groups beside it. */
  names: EffectNames;
  /** Values behind the names of groups: `dialog`, `row` (the record of a button, or the row of a sub-table). */
  groups: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** What history says of it: “由 用印申请“…”办结”. */
  cause: string;
  event: EffectEvent | 'action' | 'time';
  /** The task by which it came about; '' for none. */
  taskId: string;
  depth: number;
  /** Keys of effects begin with this: the event, or the node. */
  keyPrefix: string;
  /** Related records are read as this person may see them, not with the authority of the document: values are only offered. */
  isReading?: boolean;
}

/** The columns that every record has, as expressions read them. */
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

/** A record's columns and fields under their names; a field of the same name wins. */
export const recordNames = (
  row: Parameters<typeof systemValues>[0] & { fields: FormRecord['fieldsMap'] },
): Record<string, unknown> => ({ ...systemValues(row), ...row.fields });
