import { readableValuesSql } from '../records/index.ts';
import { sql, type SqlBool } from 'kysely';
import type { ServerContext } from '../context.ts';
import type { Page } from '../http/envelope.ts';
import type { RequestUser } from '../http/user.ts';
import { type FlatRecord, allFlatRecords, listFlatRecords, type FlatListBody } from '../flatRecords/index.ts';
import { PERSONNEL_ARCHIVES, AUTHORISATIONS } from './forms.ts';

const MAX_PAGE_SIZE = 200;

export type AuthorisedStaffRecord = FlatRecord & { auths: FlatRecord[] };

/**
 * CL-067: finds the staff records of the people who have an authorisation that the user may see, each with all of the
 * person's authorisations that the user may see.
 */
export async function findAuthorisedStaffRecords(
  context: ServerContext,
  user: RequestUser,
  body: FlatListBody | null,
): Promise<{ rows: AuthorisedStaffRecord[]; page: Page; total: number }> {
  const authorisedUserIds = await readableValuesSql(context, context.db, user, AUTHORISATIONS, 'userId');
  const { rows, page, total } = await listFlatRecords(context, user, {
    formKey: PERSONNEL_ARCHIVES,
    body,
    sort: { field: 'employeeNo', order: 'asc' },
    fieldCondition: {
      names: ['userId'],
      sql: (column) => sql<SqlBool>`${column('userId').value} in (${authorisedUserIds})`,
    },
    maxPageSize: MAX_PAGE_SIZE,
  });
  const userIds = [...new Set(rows.map(({ userId }) => String(userId ?? '')))].filter(Boolean);
  const auths = new Map<string, FlatRecord[]>();
  if (userIds.length > 0) {
    const query = {
      formKey: AUTHORISATIONS,
      body: null,
      conditions: [{ field: 'userId', op: 'in', value: userIds }],
      sort: { field: 'validTo', order: 'asc' as const },
    };
    for await (const auth of allFlatRecords(context, user, query))
      auths.set(String(auth.userId), [...(auths.get(String(auth.userId)) ?? []), auth]);
  }
  return { rows: rows.map((row) => ({ ...row, auths: auths.get(String(row.userId)) ?? [] })), page, total };
}
