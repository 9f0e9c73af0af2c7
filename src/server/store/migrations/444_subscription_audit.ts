import { sql, type Kysely, type Migration } from 'kysely';

/** Logs changes of subscriptions in the audit log. Columns that each run of a subscription changes are not logged. */
export const subscriptionAudit: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
  },
};

const LOGGED_COLUMNS = 'dataset_key,title,kind,question,schedule,watch,people,ways,has_sheet,page,is_paused';

const STATEMENTS = [
  `create trigger sys_subscription_audit after insert or delete on sys_subscription
    for each row execute function sys_audit_note('id', '', '', '')`,
  `create trigger sys_subscription_audit_change after update of ${LOGGED_COLUMNS} on sys_subscription
    for each row execute function sys_audit_note('id', '', '', '${LOGGED_COLUMNS}')`,
];
