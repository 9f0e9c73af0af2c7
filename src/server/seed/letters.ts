import type { ServerContext } from '../context.ts';
import { newId } from '../store/newId.ts';
import type { Trx } from '../store/transaction.ts';
import { userByName } from './demo/people.ts';
import { LOADED_ONCE, needsLoading, markLoaded } from './shipped.ts';

const DAY_MS = 86_400_000;

/**
 * Returns 14:00 in China plus `minute` minutes, on the day `daysAgo + 1` days before `now`. The additional day keeps
 * the time in the past for `daysAgo` 0, too.
 */
const timeInPast = (now: number, daysAgo: number, minute: number): Date => {
  const day = new Date(now - (daysAgo + 1) * DAY_MS);
  day.setUTCHours(6, minute, 0, 0);
  return day;
};

async function storeNotices(trx: Trx, now: number): Promise<void> {
  const { DEMO_NOTICES } = await import('./demo/letters.ts');
  await trx
    .insertInto('sys_notice')
    .values(
      DEMO_NOTICES.map(({ by, daysAgo, kind, title, content, units }, index) => {
        const { id, name } = userByName(by);
        // different minutes, so that no two notices have the same time
        const releaseTime = timeInPast(now, daysAgo, 5 + index * 7);
        return {
          id: newId(),
          title,
          content,
          kind,
          status: '1' as const,
          unit_ids: units ? JSON.stringify(units) : null,
          author_id: id,
          author_name: name,
          created_at: releaseTime,
          released_at: releaseTime,
        };
      }),
    )
    .execute();
}

async function storeMails(trx: Trx, now: number): Promise<void> {
  const { DEMO_MAILS } = await import('./demo/letters.ts');
  for (const [index, { from, to, cc = [], daysAgo, subject, content, isRead }] of DEMO_MAILS.entries()) {
    const sender = userByName(from);
    // different minutes, so that no two mails have the same time
    const sent_at = timeInPast(now, daysAgo, 3 + index * 6);
    const id = newId();
    const idsOf = (names: readonly string[]): string[] => names.map((name) => userByName(name).id);
    await trx
      .insertInto('mail_message')
      .values({
        id,
        sender_id: sender.id,
        sender_name: sender.name,
        subject,
        content,
        email_type: '1',
        status: '1',
        to_ids: JSON.stringify(idsOf(to)),
        cc_ids: JSON.stringify(idsOf(cc)),
        file_ids: '[]',
        source_id: null,
        placed_at: null,
        created_at: sent_at,
        sent_at,
      })
      .execute();
    const receipts = [
      ...idsOf(to).map((user_id) => ({ user_id, kind: 'to' as const })),
      ...idsOf(cc).map((user_id) => ({ user_id, kind: 'cc' as const })),
    ];
    await trx
      .insertInto('mail_receipt')
      .values(
        receipts.map((receipt) => ({
          ...receipt,
          id: newId(),
          message_id: id,
          // read three hours after sending
          read_at: isRead ? new Date(sent_at.getTime() + DAY_MS / 8) : null,
          placed_at: null,
          sent_at,
        })),
      )
      .execute();
  }
}

/**
 * Stores the notices and mails of the demo company once, if the server runs with demo data and the database contains
 * neither notices nor mails.
 */
export async function seedLetters({ db, settings }: ServerContext): Promise<void> {
  if (!settings.isDemo || !(await needsLoading(db, 'demo', 'letters', LOADED_ONCE))) return;
  if (!(await db.selectFrom('sys_user').select('id').where('id', '=', 'u-staff').executeTakeFirst())) return;
  const now = Date.now();
  await db.transaction().execute(async (trx) => {
    const existingLetter =
      (await trx.selectFrom('mail_message').select('id').limit(1).executeTakeFirst()) ??
      (await trx.selectFrom('sys_notice').select('id').limit(1).executeTakeFirst());
    if (!existingLetter) {
      await storeNotices(trx, now);
      await storeMails(trx, now);
    }
    await markLoaded(trx, 'demo', 'letters', LOADED_ONCE);
  });
}
