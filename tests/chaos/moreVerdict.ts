import { sql } from 'kysely';
import type { Store } from '../../src/server/store/connect.ts';
import type { Caller } from './caller.ts';
import type { Ledger } from './ledger.ts';
import { IMPORTED, NUMBERED } from './moreWork.ts';

/** What is wrong with numbers, mails, departments and imports. */
export async function lostMore(store: Store, ledger: Ledger): Promise<string[]> {
  return [
    ...(await lostNumbers(store, ledger)),
    ...(await lostMails(store, ledger)),
    ...(await lostDepartments(store, ledger)),
    ...(await lostRows(store, ledger)),
  ];
}

/** A series has no hole and no double, and each record has the number that was told. */
async function lostNumbers({ db }: Store, { numbers }: Ledger): Promise<string[]> {
  const { rows } = await sql<{
    id: string;
    no: string;
  }>`select id, fields ->> 'no' as no from frm_record where form_key = ${NUMBERED} order by 2`.execute(db);
  const faults = rows.flatMap(({ id, no }, index) => [
    ...(no === `N${String(index + 1).padStart(6, '0')}` ? [] : [`the ${index + 1}th number is ${no}`]),
    ...(numbers.get(id) === no ? [] : [`record ${id} has the number ${no} for ${numbers.get(id) ?? 'none'}`]),
  ]);
  return rows.length === numbers.size ? faults : [...faults, `${rows.length} numbers for ${numbers.size}`];
}

async function lostMails({ db }: Store, { mails }: Ledger): Promise<string[]> {
  const { rows } = await sql<{
    subject: string;
    sent: number;
    receipts: number;
  }>`select m.subject, count(distinct m.id)::int as sent, count(r.id)::int as receipts
    from mail_message m left join mail_receipt r on r.message_id = m.id where m.subject ~ '^[0-9a-f]{8}-[0-9a-f-]{27}$' group by m.subject`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [row.subject, row]));
  return [
    ...[...mails].filter((subject) => !found.has(subject)).map((subject) => `the mail ${subject} is gone`),
    ...rows
      .filter(({ subject, sent, receipts }) => !mails.has(subject) || sent !== 1 || receipts !== 2)
      .map(({ subject, sent, receipts }) => `the mail ${subject} was sent ${sent} times to ${receipts}`),
  ];
}

async function lostDepartments({ db }: Store, { departments }: Ledger): Promise<string[]> {
  const rows = await db
    .selectFrom('sys_org')
    .select(['id', 'name'])
    .where(sql<boolean>`length(name) = 20 and name ~ '^[0-9a-f-]+$'`)
    .execute();
  const found = new Map(rows.map(({ id, name }) => [id, name]));
  return [
    ...[...departments]
      .filter(([id, name]) => found.get(id) !== name)
      .map(([id, name]) => `department ${id} is ${found.get(id) ?? 'gone'} for ${name}`),
    ...rows.filter(({ id }) => !departments.has(id)).map(({ id }) => `department ${id} was made twice`),
  ];
}

/** An import stored what it says and nothing else, whether it came to its end or not. */
async function lostRows({ db }: Store, { imports }: Ledger): Promise<string[]> {
  const { rows: stored } = await sql<{
    prefix: string;
    rows: number;
    titles: number;
  }>`select split_part(title, ' ', 1) as prefix, count(*)::int as rows, count(distinct title)::int as titles from frm_record where form_key = ${IMPORTED} group by 1`.execute(
    db,
  );
  const found = new Map(stored.map((row) => [row.prefix, row]));
  const faults: string[] = [];
  for (const [id, { prefix, rows }] of imports) {
    const state = await db
      .selectFrom('frm_import')
      .select(['state', 'saved', 'refused'])
      .where('id', '=', id)
      .executeTakeFirst();
    const { rows: there = 0, titles = 0 } = found.get(prefix) ?? {};
    if (!state || state.saved !== there || titles !== there || (state.state === 'done' && there !== rows))
      faults.push(`import ${id} (${state?.state}) says ${state?.saved} rows, ${there} are there, ${titles} different`);
  }
  const known = new Set([...imports.values()].map(({ prefix }) => prefix));
  return [
    ...faults,
    ...stored
      .filter(({ prefix }) => !known.has(prefix))
      .map(({ prefix, rows }) => `${rows} rows of an import that nobody was told of: ${prefix}`),
  ];
}

/** Tokens of sessions that were ended and open something all the same. */
export async function livingTokens(caller: Caller, { endedTokens }: Ledger): Promise<string[]> {
  const living: string[] = [];
  for (const token of endedTokens)
    if ((await caller.codeFor(token)) !== 'A0230') living.push('a session that was signed out of is open');
  return living;
}
