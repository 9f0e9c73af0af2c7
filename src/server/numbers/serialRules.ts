import { sql, type Kysely } from 'kysely';
import { serialMoment, serialPeriod, serialText } from '../../domain/serial.ts';
import { Refusal } from '../http/refusal.ts';
import { timeText } from '../http/time.ts';
import type { Database } from '../store/database.ts';
import type { Trx } from '../store/transaction.ts';

/** A field of a published form whose value the server issues. */
export interface SerialRule {
  id: string;
  formKey: string;
  formName: string;
  field: string;
  label: string;
  rule: string;
  /** Event at which the number is issued. */
  moment: 'save' | 'submit';
  /**
   * The next number that would be issued today; '' if none was issued in this period yet, because the first number
   * depends on the numbers that records already contain.
   */
  next: string;
  /** The last number of today's period; 0: none yet. */
  last: number;
}

interface SerialNode {
  __vModel__?: string;
  label?: string;
  serial?: { rule: string; at?: 'save' | 'submit' };
}

/** Returns every node of a document that has a serial rule. */
function serialNodes(value: unknown): SerialNode[] {
  if (Array.isArray(value)) return value.flatMap(serialNodes);
  if (typeof value !== 'object' || value === null) return [];
  const node = value as SerialNode;
  const matchingNode = typeof node.__vModel__ === 'string' && typeof node.serial?.rule === 'string' ? [node] : [];
  return [...matchingNode, ...Object.values(value).flatMap(serialNodes)];
}

const periodKey = ({ prefix, suffix }: { prefix: string; suffix: string }): string => `${prefix}#${suffix}`;

/** Returns the serial rules of all published forms with their counters, by form. */
export async function listSerialRules(db: Kysely<Database>, keyword: string): Promise<SerialRule[]> {
  const forms = await db
    .selectFrom('doc_document as d')
    .innerJoin('doc_version as v', (join) =>
      join
        .onRef('v.kind', '=', 'd.kind')
        .onRef('v.doc_key', '=', 'd.doc_key')
        .onRef('v.version', '=', 'd.published_version'),
    )
    .where('d.kind', '=', 'form')
    .where(sql<boolean>`position('"serial"' in coalesce(v.canonical, '')) > 0`)
    .select(['d.doc_key', 'd.name', 'v.canonical'])
    .orderBy('d.doc_key')
    .execute();
  const counters = await db.selectFrom('frm_serial').selectAll().execute();
  const lastNumbers = new Map(counters.map((row) => [`${row.form_key} ${row.field_key} ${row.period}`, row.last]));
  const today = timeText(new Date());
  const rows = forms.flatMap(({ doc_key: formKey, name: formName, canonical }) => {
    const definition = JSON.parse(canonical ?? 'null') as { flowKey?: string } | null;
    return serialNodes(definition).map(({ __vModel__: field = '', label = '', serial = { rule: '' } }): SerialRule => {
      const { rule } = serial;
      const period = serialPeriod({ rule }, today);
      const lastNumber = lastNumbers.get(`${formKey} ${field} ${periodKey(period)}`);
      return {
        id: `${formKey} ${field}`,
        formKey,
        formName,
        field,
        label,
        rule,
        moment: serialMoment(serial, Boolean(definition?.flowKey)),
        next: lastNumber === undefined ? '' : serialText(period, lastNumber + 1),
        last: lastNumber ?? 0,
      };
    });
  });
  const searchText = keyword.trim().toLowerCase();
  return rows.filter((row) =>
    `${row.formName} ${row.formKey} ${row.label} ${row.rule}`.toLowerCase().includes(searchText),
  );
}

/** Returns the counters of one field, in descending order of their periods (as texts). */
export async function listSerialCounters(
  db: Kysely<Database>,
  formKey: string,
  field: string,
): Promise<{ id: string; formKey: string; field: string; period: string; text: string; last: number }[]> {
  const rows = await db
    .selectFrom('frm_serial')
    .selectAll()
    .where('form_key', '=', formKey)
    .where('field_key', '=', field)
    .orderBy('period', 'desc')
    .execute();
  return rows.map(({ period, last }) => ({ id: period, formKey, field, period, text: period.replace('#', '…'), last }));
}

/**
 * Raises a counter: numbers up to `last` count as used. Refuses with 404 an unknown counter, and with REQUEST_INVALID a
 * number below the last issued number, because the numbers in between would be issued twice.
 */
export async function raiseCounter(
  trx: Trx,
  { formKey, field, period, last }: { formKey: string; field: string; period: string; last: number },
): Promise<void> {
  const counter = await trx
    .selectFrom('frm_serial')
    .select('last')
    .where('form_key', '=', formKey)
    .where('field_key', '=', field)
    .where('period', '=', period)
    .forUpdate()
    .executeTakeFirst();
  if (!counter) throw new Refusal('404');
  if (last < counter.last)
    throw new Refusal('REQUEST_INVALID', { detail: `已编到 ${counter.last}，只能改大，改小会产生重复编号` });
  await trx
    .updateTable('frm_serial')
    .set({ last })
    .where('form_key', '=', formKey)
    .where('field_key', '=', field)
    .where('period', '=', period)
    .execute();
}
