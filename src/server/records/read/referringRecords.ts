import { sql, type RawBuilder } from 'kysely';
import type { ServerContext } from '../../context.ts';
import { loadFormWithFacts } from '../../documents/index.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { createFreshFactReader } from '../../store/facts.ts';
import { prepareList } from '../list/prepareList.ts';

/** Records of one form, as SQL that selects id, title, create_by and revision. */
export interface ReferringRecords {
  formKey: string;
  formName: string;
  hasFlow: boolean;
  records: RawBuilder<unknown>;
}

/** Maximum number of records that `findReferringRecords` returns. It returns the records that changed last. */
const MAX_REFERRING_RECORDS = 1000;

/**
 * Returns the records of a form that refer to a record, directly or through other records, by the relation path `via`
 * (`contract.project`), as far as this person may read them. Refuses an unknown form and a hidden field in the path.
 */
export async function findReferringRecords(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  { formKey, via, id }: { formKey: string; via: string; id: string },
): Promise<ReferringRecords> {
  const facts = createFreshFactReader(context);
  const { form } = await loadFormWithFacts(context, db, formKey, facts);
  const list = await prepareList(
    context,
    db,
    user,
    formKey,
    { isWholeUnit: false, conditions: [{ field: via, op: 'eq', value: id }] },
    facts,
  );
  return {
    formKey,
    formName: form.definition.formName,
    hasFlow: form.definition.flowKey !== undefined,
    records: sql`(select frm_record.id, frm_record.title, frm_record.create_by, frm_record.revision from ${list.table} as frm_record
      where ${list.filter} order by frm_record.update_time desc, frm_record.id limit ${MAX_REFERRING_RECORDS})`,
  };
}
