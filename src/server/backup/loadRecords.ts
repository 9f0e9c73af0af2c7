import {
  SYSTEM_COLUMNS,
  insertRecords,
  prepareStoredForms,
  type NewRecord,
  type RecordValues,
} from '../records/index.ts';
import { createVocabulary, type Vocabulary } from '../../kernel/index.ts';
import type { Trx } from '../store/transaction.ts';
import { definitions } from '../widgets.generated.ts';
import type { RowLoader } from './loadAll.ts';

const INSERT_ROWS = 200;
const NUMBER_COLUMNS: ReadonlySet<string> = new Set(['version', 'revision']);

/**
 * Creates the tables of all forms from their definitions, and a loader that inserts the records of a backup into these
 * tables. `columns`: names of the values in a row of the backup.
 */
export async function createRecordLoader(trx: Trx, columns: readonly string[]): Promise<RowLoader> {
  const vocabulary: Vocabulary = createVocabulary(definitions);
  await prepareStoredForms(trx, vocabulary);
  /** Returns the value of a row that has this name in `columns`. */
  const valueOf = (row: readonly (string | null)[], name: string): string | null => row[columns.indexOf(name)] ?? null;
  const recordOf = (row: readonly (string | null)[]): NewRecord => {
    const systemValues = Object.fromEntries(
      SYSTEM_COLUMNS.map((name) => [name, NUMBER_COLUMNS.has(name) ? Number(valueOf(row, name)) : valueOf(row, name)]),
    );
    const values: RecordValues = {
      fieldsMap: JSON.parse(valueOf(row, 'fields') ?? '{}') as RecordValues['fieldsMap'],
      childTables: JSON.parse(valueOf(row, 'child_tables') ?? '{}') as RecordValues['childTables'],
    };
    // times stay texts, because they are more precise than a Date
    return { ...(systemValues as unknown as NewRecord), values };
  };
  let formKey = '';
  let pendingRecords: NewRecord[] = [];
  const flush = async (): Promise<void> => {
    await insertRecords(trx, formKey, pendingRecords, { areAlreadyCounted: true });
    pendingRecords = [];
  };
  return {
    async add(row) {
      const key = valueOf(row, 'form_key') ?? '';
      if (key !== formKey || pendingRecords.length >= INSERT_ROWS) await flush();
      formKey = key;
      pendingRecords.push(recordOf(row));
    },
    flush,
  };
}
