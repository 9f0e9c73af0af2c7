import { isTable, type CompiledForm } from '../../../kernel/index.ts';
import { recordChanges, textOfField, type RecordChange, type Side } from '../../../records/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { weigh } from '../save/recordSize.ts';
import { labelOf } from './fieldTexts.ts';
import { openReading, stateOf, type Reading } from './recordHistory.ts';

/** One change in words: where, and what stood there before and after. */
export interface ChangeText {
  place: string;
  before: string;
  after: string;
}

/** A write of a record's past, as `frm_record_audit` holds it. */
export interface PastWrite {
  id: string;
  recordId: string;
  formKey: string;
  revision: number;
}

export interface ChangesInWords {
  changes: ChangeText[];
  count: number;
}

/** Changes told of one write; of further ones their number. */
const SHOWN = 5;
const MAX_TEXT = 120;
/** Columns that tell one row from another when a whole row is spoken of. */
const TOLD = 3;
/** Characters of states that one answer goes through; of the writes behind them nothing is told but that they happened. */
const MAX_READ = 40_000_000;

const short = (text: string): string => (text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text);

function textOfSide(form: CompiledForm, { key, column }: RecordChange, side: Side | null): string {
  const field = form.fields.get(key);
  if (!field || side === null) return '';
  if (!isTable(field)) return textOfField(field, { [key]: side.value, [`${key}Label`]: side.label ?? '' });
  const cell = field.columns.find((one) => one.key === column);
  if (cell) return textOfField(cell, { [cell.key]: side.value, [`${cell.key}Label`]: side.label ?? '' });
  const texts = field.columns.map((one) => textOfField(one, side.value as Record<string, unknown>));
  return texts.filter(Boolean).slice(0, TOLD).join('，');
}

function inWords(form: CompiledForm, change: RecordChange): ChangeText | null {
  const field = form.fields.get(change.key);
  // the newest version may have the field no more
  if (!field) return null;
  const cell = isTable(field) ? field.columns.find(({ key }) => key === change.column) : undefined;
  const row = change.rowId === undefined ? '' : change.rowNumber === undefined ? ' 新行' : ` 第 ${change.rowNumber} 行`;
  return {
    place: `${labelOf(field)}${row}${cell ? ` ${labelOf(cell)}` : ''}`,
    before: short(textOfSide(form, change, change.before)),
    after: short(textOfSide(form, change, change.after)),
  };
}

/**
 * What each of these writes changed, in the words of the forms, as far as this person may see it. The caller has asked
 * whether they may read the records; of one that may not be read any more nothing is told.
 */
export async function changesInWords(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  writes: readonly PastWrite[],
): Promise<Map<string, ChangesInWords>> {
  const found = new Map<string, ChangesInWords>();
  const readings = new Map<string, Reading>();
  let left = MAX_READ;
  for (const write of writes) {
    if (left <= 0) break;
    const earlier = await db
      .selectFrom('frm_record_audit')
      .select('id')
      .where('record_id', '=', write.recordId)
      .where('revision', '<', write.revision)
      .orderBy('revision', 'desc')
      .orderBy('happened_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!earlier) continue;
    const reading =
      readings.get(write.recordId) ??
      (await openReading(context, db, user, { formKey: write.formKey, id: write.recordId }));
    readings.set(write.recordId, reading);
    const before = await stateOf(db, reading, earlier);
    const after = await stateOf(db, reading, write);
    left -= weigh(before, left) + weigh(after, left);
    const all = recordChanges(reading.form, before, after).flatMap((change) => inWords(reading.form, change) ?? []);
    found.set(write.id, { changes: all.slice(0, SHOWN), count: all.length });
  }
  return found;
}
