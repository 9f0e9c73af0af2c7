import type { ServerContext } from '../../src/server/context.ts';
import { insertRecords, type NewRecord } from '../../src/server/records/columns/storeRecords.ts';

/** What a test says of a record; the rest is as of a plain record that `u-staff` made. */
export type GivenRecord = Partial<Omit<NewRecord, 'values'>> & {
  id: string;
  fieldsMap?: NewRecord['values']['fieldsMap'];
  childTables?: NewRecord['values']['childTables'];
};

const GROUP = 5_000;

/** Stores `count` records of a published form as an import would, without asking rules; `make` is called with 1, 2, 3 … */
export async function storeMany(
  { db }: Pick<ServerContext, 'db'>,
  formKey: string,
  count: number,
  make: (n: number) => GivenRecord,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (let from = 1; from <= count; from += GROUP) {
      const records = Array.from({ length: Math.min(GROUP, count - from + 1) }, (_none, index): NewRecord => {
        const { fieldsMap = {}, childTables = {}, ...given } = make(from + index);
        return {
          version: 1,
          revision: 1,
          flw_state: '0',
          title: '',
          task_node: '',
          create_by: 'u-staff',
          create_by_name: '某人',
          update_by: 'u-admin',
          update_by_name: '某人',
          unit_id: null,
          dept_id: null,
          search_text: '',
          ...given,
          values: { fieldsMap, childTables },
        };
      });
      await insertRecords(trx, formKey, records);
    }
  });
}

/** A moment so many seconds before now. */
export const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
