import { isTable, type CompiledForm } from '../../../kernel/index.ts';
import { recordChanges, textOfField, type RecordChange, type ComparedValue } from '../../../records/index.ts';
import type { ServerContext } from '../../context.ts';
import type { Db } from '../../store/database.ts';
import type { RequestUser } from '../../http/user.ts';
import { estimateJsonLength } from '../save/recordSize.ts';
import { labelOf } from './fieldTexts.ts';
import { findFirstVisibleRevision, openForReading, stateOf, type OpenedRecord } from './recordHistory.ts';

/** One change as texts: the labels of the changed field, row and column (`place`), and the values before and after. */
export interface ChangeText {
  place: string;
  before: string;
  after: string;
}

/** One write of a record: a row of `frm_record_audit`. */
export interface AuditedWrite {
  id: string;
  recordId: string;
  formKey: string;
  revision: number;
}

/** The first changes of one write, and the number of all its changes. */
export interface DescribedChanges {
  changes: ChangeText[];
  count: number;
}

/** Maximum number of changes described for one write; further changes are only counted. */
const MAX_CHANGES_PER_WRITE = 5;
/** Maximum number of characters of a described value. A longer text is cut. */
const MAX_TEXT_LENGTH = 120;
/** Maximum number of columns whose texts describe an added or removed row. */
const MAX_ROW_COLUMNS = 3;
/**
 * Maximum number of characters of stored states that are read for one answer. Writes beyond this limit are not
 * described.
 */
const MAX_READ_LENGTH = 40_000_000;

const shorten = (text: string): string => (text.length > MAX_TEXT_LENGTH ? `${text.slice(0, MAX_TEXT_LENGTH)}…` : text);

/**
 * Returns the text of a changed value, or of the first columns of an added or removed row. `valueOrRow`: the value or
 * row before or after the change; the text for null is ''.
 */
function textOfChange(form: CompiledForm, { key, column }: RecordChange, valueOrRow: ComparedValue | null): string {
  const field = form.fields.get(key);
  if (!field || valueOrRow === null) return '';
  if (!isTable(field)) return textOfField(field, { [key]: valueOrRow.value, [`${key}Label`]: valueOrRow.label ?? '' });
  const changedColumn = field.columns.find((columnField) => columnField.key === column);
  if (changedColumn)
    return textOfField(changedColumn, {
      [changedColumn.key]: valueOrRow.value,
      [`${changedColumn.key}Label`]: valueOrRow.label ?? '',
    });
  const texts = field.columns.map((columnField) =>
    textOfField(columnField, valueOrRow.value as Record<string, unknown>),
  );
  return texts.filter(Boolean).slice(0, MAX_ROW_COLUMNS).join('，');
}

/** Returns one change as texts; null if this version of the form does not have the changed field. */
function describeChange(form: CompiledForm, change: RecordChange): ChangeText | null {
  const field = form.fields.get(change.key);
  if (!field) return null;
  const changedColumn = isTable(field) ? field.columns.find(({ key }) => key === change.column) : undefined;
  const rowText =
    change.rowId === undefined ? '' : change.rowNumber === undefined ? ' 新行' : ` 第 ${change.rowNumber} 行`;
  return {
    place: `${labelOf(field)}${rowText}${changedColumn ? ` ${labelOf(changedColumn)}` : ''}`,
    before: shorten(textOfChange(form, change, change.before)),
    after: shorten(textOfChange(form, change, change.after)),
  };
}

/**
 * Describes the changes of each of these writes: compares the state that the write stored with the earlier state, both
 * as this person may see them, and uses the labels of the form. Returns the changes by the id of the write. A write has
 * no entry if this person may see no earlier state: it is the first write of its record, or its revision is not above
 * `findFirstVisibleRevision`. A write beyond `MAX_READ_LENGTH` has no entry, either. Refuses with 404 a record that
 * this person may not read.
 */
export async function describeChanges(
  context: ServerContext,
  db: Db,
  user: RequestUser,
  writes: readonly AuditedWrite[],
): Promise<Map<string, DescribedChanges>> {
  const changesByWrite = new Map<string, DescribedChanges>();
  const openedRecords = new Map<string, OpenedRecord & { firstVisibleRevision: number }>();
  const openRecordOf = async ({
    formKey,
    recordId,
  }: AuditedWrite): Promise<OpenedRecord & { firstVisibleRevision: number }> => {
    const opened = await openForReading(context, db, user, { formKey, id: recordId });
    const hasFlow = opened.form.definition.flowKey !== undefined;
    return { ...opened, firstVisibleRevision: await findFirstVisibleRevision(db, user, opened.row, hasFlow) };
  };
  let remainingLength = MAX_READ_LENGTH;
  for (const write of writes) {
    if (remainingLength <= 0) break;
    const earlierEntry = await db
      .selectFrom('frm_record_audit')
      .select(['id', 'revision'])
      .where('record_id', '=', write.recordId)
      .where('revision', '<', write.revision)
      .orderBy('revision', 'desc')
      .orderBy('happened_at', 'desc')
      .limit(1)
      .executeTakeFirst();
    if (!earlierEntry) continue;
    const openedRecord = openedRecords.get(write.recordId) ?? (await openRecordOf(write));
    openedRecords.set(write.recordId, openedRecord);
    if (earlierEntry.revision < openedRecord.firstVisibleRevision) continue;
    const before = await stateOf(db, openedRecord, earlierEntry);
    const after = await stateOf(db, openedRecord, write);
    remainingLength -= estimateJsonLength(before, remainingLength) + estimateJsonLength(after, remainingLength);
    const changeTexts = recordChanges(openedRecord.form, before, after).flatMap(
      (change) => describeChange(openedRecord.form, change) ?? [],
    );
    changesByWrite.set(write.id, { changes: changeTexts.slice(0, MAX_CHANGES_PER_WRITE), count: changeTexts.length });
  }
  return changesByWrite;
}
