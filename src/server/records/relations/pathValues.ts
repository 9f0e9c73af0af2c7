import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey } from '../../../domain/companionKey.ts';
import { endOfPath, type PathEnd, fieldsOf } from '../../../relations/index.ts';
import { relatedIds, relationOf } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, relatedForms } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { findSelectable } from './selectableRecords.ts';

/**
 * The value at the end of a record's relation path, with its display text. `value`: null if there is none or the
 * person may not see it. `end`: the field or system column at the end of the path; null for an unknown path.
 */
export interface PathEndValue {
  value: unknown;
  label: string;
  end: PathEnd | null;
  /** True if the person may see the value: a null then means that there is none. False for an unknown path. */
  isReadable: boolean;
}

const NO_VALUE: PathEndValue = { value: null, label: '', end: null, isReadable: false };

/** The properties of `SelectableRecords` besides `to`, for records that need not meet a condition. */
const NO_CONDITION = { plan: null, read: () => undefined };

/** Returns the record as this person may see it, in any state; undefined if they may not read it. */
async function loadReadableRecord(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  formKey: string,
  id: string,
): Promise<FormRecord | undefined> {
  return (await findSelectable(context, db, user, { to: formKey, ...NO_CONDITION }, [id], { isAnyReadable: true })).get(
    id,
  );
}

/**
 * Returns the values of a record's relation paths (`customer.customerName`), by path, with the rights of this person.
 * A value is null if its field is hidden from them or if the path leads through a record that they may not read.
 * `startFormKey` and `startId`: the form and the id of the record at which the paths start.
 */
export async function readPathValues(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  startFormKey: string,
  startId: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PathEndValue>> {
  const { definition } = (await loadForm(context, db, startFormKey)).form;
  const formOf = await relatedForms(context, db, definition);
  const records = new Map<string, FormRecord | undefined>();
  const recordAt = async (formKey: string, recordId: string): Promise<FormRecord | undefined> => {
    const cacheKey = `${formKey} ${recordId}`;
    if (!records.has(cacheKey)) records.set(cacheKey, await loadReadableRecord(context, db, user, formKey, recordId));
    return records.get(cacheKey);
  };
  const valuesByPath = new Map<string, PathEndValue>();
  for (const path of paths) {
    const parts = path.split('.');
    const end = endOfPath(definition, parts, formOf, context.vocabulary);
    let currentRecord = { formKey: startFormKey, id: startId };
    let form = definition;
    let value: PathEndValue = { ...NO_VALUE, end };
    for (const [index, part] of parts.entries()) {
      const record = await recordAt(currentRecord.formKey, currentRecord.id);
      if (!record || !end) break;
      if (index === parts.length - 1) {
        value = { ...valueOf(record, part, form), end };
        break;
      }
      const node = fieldsOf(form).get(part);
      const relation = node ? relationOf(node) : null;
      const [next] = relatedIds(record.fieldsMap[part]);
      const nextForm = relation && formOf(relation.to);
      if (!relation || !nextForm || next === undefined) {
        value = { ...value, isReadable: relation !== null && Object.hasOwn(record.fieldsMap, part) };
        break;
      }
      currentRecord = { formKey: relation.to, id: next };
      form = nextForm;
    }
    valuesByPath.set(path, value);
  }
  return valuesByPath;
}

/** Returns the value of a field or system column of a record (null: none), with its display text. */
function valueOf(record: FormRecord, name: string, form: PathEnd['definition']): Omit<PathEndValue, 'end'> {
  if (!fieldsOf(form).has(name)) {
    const value = (record as unknown as Record<string, unknown>)[name] ?? null;
    return { value, label: typeof value === 'string' ? value : '', isReadable: true };
  }
  const label = record.fieldsMap[companionKey(name)];
  return {
    value: record.fieldsMap[name] ?? null,
    label: typeof label === 'string' ? label : '',
    isReadable: Object.hasOwn(record.fieldsMap, name),
  };
}
