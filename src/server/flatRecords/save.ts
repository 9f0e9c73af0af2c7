import type { FormRecord } from '../../grammar/documents.ts';
import type { CompiledForm } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import { loadForm } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import type { RequestUser } from '../http/user.ts';
import { getRecord, saveRecord } from '../records/index.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { SYSTEM_KEYS } from './flat.ts';

export type FlatBody = Record<string, unknown>;
type Values = Pick<FormRecord, 'fieldsMap' | 'childTables'>;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Converts sent objects to rows of a sub-table; a row without an id gets a new id. Refuses any other value. */
function rowsOf(key: string, value: unknown): Values['childTables'][string] {
  if (!Array.isArray(value) || !value.every(isObject))
    throw new Refusal('REQUEST_INVALID', { detail: `“${key}”应为列表` });
  return value.map(({ id, ...fieldsMap }) => ({
    id: typeof id === 'string' && id !== '' && id.length <= 64 ? id : newId(),
    fieldsMap,
  }));
}

/** Merges sent values into the stored values; a key that is not sent keeps its stored value. */
function mergeSent(form: CompiledForm, stored: Values | null, sent: FlatBody): Values {
  const fieldsMap: Record<string, unknown> = { ...stored?.fieldsMap };
  const childTables: Record<string, Values['childTables'][string]> = {
    ...Object.fromEntries([...form.tables.keys()].map((key) => [key, []])),
    ...stored?.childTables,
  };
  for (const [key, value] of Object.entries(sent)) {
    if (form.tables.has(key)) childTables[key] = rowsOf(key, value);
    else if (form.fields.has(key) || !SYSTEM_KEYS.has(key)) fieldsMap[key] = value;
  }
  return { fieldsMap, childTables };
}

export interface FlatSave {
  formKey: string;
  body: FlatBody;
  /**
   * True if the person whom the record is about (`access.ownerField`) may also write it. The caller must have checked
   * the values in `body`.
   */
  isOwnerAllowed?: boolean;
}

/**
 * Saves one record with `saveRecord`, like the form's own page, and returns its id and new revision. `body` contains
 * fields and sub-tables in one object. If it contains an `id`, the stored record is changed, otherwise a record is
 * created. Refuses with RECORD_STALE if a sent `revision` is not the stored revision.
 */
export async function saveFlatRecord(
  context: ServerContext,
  trx: Trx,
  user: RequestUser,
  { formKey, body, isOwnerAllowed = false }: FlatSave,
): Promise<{ id: string; revision: number }> {
  const { form } = await loadForm(context, trx, formKey);
  const id = typeof body.id === 'string' ? body.id : '';
  const stored = id === '' ? null : await getRecord(context, trx, user, { formKey, id });
  const revision = typeof body.revision === 'number' ? body.revision : stored?.revision;
  const { row } = await saveRecord(context, trx, user, formKey, {
    ...mergeSent(form, stored, body),
    ...(id === '' ? {} : { id }),
    ...(revision === undefined ? {} : { revision }),
    ...(isOwnerAllowed ? { isOwnerAllowed } : {}),
  });
  return { id: row.id, revision: row.revision };
}
