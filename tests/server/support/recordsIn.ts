import { recordsOf } from '../../../src/server/records/columns/recordSource.ts';
import type { TestServer } from '../support.ts';

/**
 * The stored records of one form as a table of a query (`db.selectFrom(await recordsIn(server, 'sealDemo'))`), named
 * `frm_record` there. Much cheaper than the view of this name, which collects the records of all forms for every query.
 * Unlike those of the view, the fields include the form's kept values.
 */
export const recordsIn = ({ context: { db } }: TestServer, formKey: string) => recordsOf(db, formKey);

/** All stored records of a form, by id. */
export const storedRecords = async (server: TestServer, formKey: string) =>
  server.context.db
    .selectFrom(await recordsIn(server, formKey))
    .selectAll()
    .orderBy('id')
    .execute();
