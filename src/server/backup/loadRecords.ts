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
import type { RowLoader } from './load.ts';

const AT_ONCE = 200;
const NUMBERS: ReadonlySet<string> = new Set(['version', 'revision']);

/** Puts records of a backup into the tables of their forms, which are made from the definitions, and their values into columns. */
export async function recordLoader(trx: Trx, columns: readonly string[]): Promise<RowLoader> {
  const vocabulary: Vocabulary = createVocabulary(definitions);
  await prepareStoredForms(trx, vocabulary);
  const at = (row: readonly (string | null)[], name: string): string | null => row[columns.indexOf(name)] ?? null;
  const recordOf = (row: readonly (string | null)[]): NewRecord => {
    const system = Object.fromEntries(
      SYSTEM_COLUMNS.map((name) => [name, NUMBERS.has(name) ? Number(at(row, name)) : at(row, name)]),
    );
    const values: RecordValues = {
      fieldsMap: JSON.parse(at(row, 'fields') ?? '{}') as RecordValues['fieldsMap'],
      childTables: JSON.parse(at(row, 'child_tables') ?? '{}') as RecordValues['childTables'],
    };
    // times are texts of the database here, finer than a Date
    return { ...(system as unknown as NewRecord), values };
  };
  let formKey = '';
  let waiting: NewRecord[] = [];
  const flush = async (): Promise<void> => {
    await insertRecords(trx, formKey, waiting, { areCounted: true });
    waiting = [];
  };
  return {
    async add(row) {
      const key = at(row, 'form_key') ?? '';
      if (key !== formKey || waiting.length >= AT_ONCE) await flush();
      formKey = key;
      waiting.push(recordOf(row));
    },
    flush,
  };
}
