import type { FormRecord } from '../../../grammar/documents.ts';
import { companionKey, endOfPath, type PathEnd, relatedIds, relationOf, fieldsOf } from '../../../kernel/index.ts';
import type { ServerContext } from '../../context.ts';
import { loadForm, relatedForms } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { findCandidates } from './targets.ts';

/** What a path of a record comes to for one person: its value, its display text, and where it ends. */
export interface SourceValue {
  value: unknown;
  label: string;
  end: PathEnd | null;
}

const NOTHING: SourceValue = { value: null, label: '', end: null };

const ANY = { plan: null, read: () => undefined };

/** The record as this person may see it, whatever its state; undefined where they may not read it. */
async function seen(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  to: string,
  id: string,
): Promise<FormRecord | undefined> {
  return (await findCandidates(context, db, user, { to, ...ANY }, [id], true)).get(id);
}

/**
 * The values of a record along these paths (`customer.customerName`), within what this person may read: a field that is
 * hidden from them, or stands behind a record that they may not read, is empty.
 */
export async function valuesAlong(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  to: string,
  id: string,
  names: readonly string[],
): Promise<ReadonlyMap<string, SourceValue>> {
  const { definition } = (await loadForm(context, db, to)).form;
  const formOf = await relatedForms(context, db, definition);
  const records = new Map<string, FormRecord | undefined>();
  const recordAt = async (formKey: string, recordId: string): Promise<FormRecord | undefined> => {
    const name = `${formKey} ${recordId}`;
    if (!records.has(name)) records.set(name, await seen(context, db, user, formKey, recordId));
    return records.get(name);
  };
  const found = new Map<string, SourceValue>();
  for (const name of names) {
    const path = name.split('.');
    const end = endOfPath(definition, path, formOf, context.vocabulary);
    let here = { formKey: to, id };
    let form = definition;
    let value: SourceValue = { ...NOTHING, end };
    for (const [index, part] of path.entries()) {
      const record = await recordAt(here.formKey, here.id);
      if (!record || !end) break;
      if (index === path.length - 1) {
        value = { ...valueOf(record, part, form), end };
        break;
      }
      const node = fieldsOf(form).get(part);
      const relation = node ? relationOf(node) : null;
      const [next] = relatedIds(record.fieldsMap[part]);
      const nextForm = relation && formOf(relation.to);
      if (!relation || !nextForm || next === undefined) break;
      here = { formKey: relation.to, id: next };
      form = nextForm;
    }
    found.set(name, value);
  }
  return found;
}

function valueOf(record: FormRecord, name: string, form: PathEnd['definition']): Omit<SourceValue, 'end'> {
  if (!fieldsOf(form).has(name)) {
    const value = (record as unknown as Record<string, unknown>)[name] ?? null;
    return { value, label: typeof value === 'string' ? value : '' };
  }
  const label = record.fieldsMap[companionKey(name)];
  return { value: record.fieldsMap[name] ?? null, label: typeof label === 'string' ? label : '' };
}
