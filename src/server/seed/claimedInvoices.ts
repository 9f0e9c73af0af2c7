import { sql } from 'kysely';
import type { ServerContext } from '../context.ts';
import { importRecords, recordsOf, type ImportedRecord } from '../records/index.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { LOADED_ONCE, markLoaded, needsLoading } from './shipped.ts';

const CLAIM_FORM = 'expenseReimbursement';
const REGISTER_FORM = 'expenseInvoice';
/** Kind under which this step is stored as done. */
const STEP = 'claimedInvoices';
/** Key of the effect by which a submitted claim creates its invoices in the register. */
const EFFECT_KEY = 'submitted:invoice';

interface ClaimedInvoice {
  claimId: string;
  rowId: string;
  createBy: string;
  createTime: Date;
  claim: Readonly<Record<string, unknown>>;
  row: Readonly<Record<string, unknown>>;
}

/** Fields of the register that have the same values as fields of the claim's row or of the claim. */
const COPIED_ROW_FIELDS = ['invoiceNo', 'invoiceType', 'invoiceTypeLabel', 'amount', 'expenseKind', 'expenseKindLabel'];
const COPIED_CLAIM_FIELDS = ['reimburser', 'reimburserLabel', 'deptId', 'deptIdLabel'];

/** Returns the entry of the register for an invoice. */
function createRegisterEntry({ claimId, createBy, createTime, claim, row }: ClaimedInvoice): ImportedRecord {
  return {
    id: newId(),
    formKey: REGISTER_FORM,
    flwState: '0',
    createBy,
    createTime,
    updateBy: createBy,
    updateTime: createTime,
    fieldsMap: {
      ...Object.fromEntries([...COPIED_ROW_FIELDS, 'expenseDate', 'content'].map((key) => [key, row[key]])),
      ...Object.fromEntries(COPIED_CLAIM_FIELDS.map((key) => [key, claim[key]])),
      claim: claimId,
    },
    childTables: {},
    steps: [],
    openNode: null,
  };
}

/**
 * Adds the invoices of submitted claims to the register of invoices, once for each database: of claims that are older
 * than the register, and of the demo company. If several claims have the same invoice number, only the invoice of the
 * oldest claim is added. Like the effect, this function ignores invoice numbers that do not have 20 characters. The
 * entries are stored as created by the effect of their claims, so that the effect updates and voids them like other
 * entries.
 */
export async function registerClaimedInvoices(context: ServerContext): Promise<void> {
  const { db } = context;
  if (!(await needsLoading(db, STEP, REGISTER_FORM, LOADED_ONCE))) return;
  const publishedForms = await db
    .selectFrom('doc_document')
    .select('doc_key')
    .where('kind', '=', 'form')
    .where('doc_key', 'in', [CLAIM_FORM, REGISTER_FORM])
    .where('published_version', 'is not', null)
    .execute();
  if (publishedForms.length < 2) return; // a definition has errors; the next start tries again
  await db.transaction().execute(async (trx) => {
    const { rows } =
      await sql<ClaimedInvoice>`select distinct on (item.no) frm_record.id as "claimId", item.row_id as "rowId",
        frm_record.create_by as "createBy", frm_record.create_time as "createTime", frm_record.fields as claim, item.fields as row
      from ${await recordsOf(trx, CLAIM_FORM)} cross join lateral (
        select r ->> 'id' as row_id, r -> 'fieldsMap' as fields, r -> 'fieldsMap' ->> 'invoiceNo' as no
        from jsonb_array_elements(frm_record.child_tables -> 'expenseItems') r) item
      where frm_record.flw_state in ('1', '2', '3') and length(item.no) = 20 and not exists (
        select 1 from ${await recordsOf(trx, REGISTER_FORM)} where frm_record.fields ->> 'invoiceNo' = item.no)
      order by item.no, frm_record.create_time, frm_record.id`.execute(trx);
    const entries = rows.map((invoice) => ({ invoice, record: createRegisterEntry(invoice) }));
    await importRecords(
      context,
      trx,
      REGISTER_FORM,
      entries.map(({ record }) => record),
    );
    await storeAsCreatedByEffect(
      trx,
      entries.map(({ invoice: { claimId, rowId }, record: { id, fieldsMap } }) => ({
        change: newId(),
        claim: claimId,
        line: rowId,
        entry: id,
        title: fieldsMap['invoiceNo'],
      })),
    );
    await markLoaded(trx, STEP, REGISTER_FORM, LOADED_ONCE);
  });
}

/** Stores the entries as created by the effect of their claims, in the step that submitted the claim. */
async function storeAsCreatedByEffect(trx: Trx, entries: readonly object[]): Promise<void> {
  const entryRows = sql`jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e(change text, claim text, line text, entry text, title text)`;
  await sql`insert into frm_effect (record_id, effect_key, row_key, target_form, target_id)
    select e.claim, ${EFFECT_KEY}, e.line, ${REGISTER_FORM}, e.entry from ${entryRows}
    on conflict (record_id, effect_key, row_key) do update set target_id = excluded.target_id`.execute(trx);
  // the effect changes belong to the submit task and can be undone, so that a claim without any action since its
  // submission can be withdrawn together with its entries
  await sql`insert into frm_effect_change (id, record_id, task_id, target_form, target_id, target_title, revision, kind, can_undo)
    select e.change, e.claim, t.id, ${REGISTER_FORM}, e.entry, e.title, 1, 'create', true
    from ${entryRows} cross join lateral (select id from flw_task where record_id = e.claim and state = 'done' and action = 'submit'
      order by finished_at desc limit 1) t`.execute(trx);
}
