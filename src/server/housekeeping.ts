import { sql } from 'kysely';
import { fileStoreOf, sweepFiles } from './files/index.ts';
import { sweepImports } from './imports/index.ts';
import { removeExpiredBinEntries, mergeTallies } from './records/index.ts';
import { purgeDeletedMails } from './mail/changeMails.ts';
import type { JobKind } from './jobs/index.ts';
import { deleteExpiredItems } from './recycleBin/index.ts';
import { deleteSentMessages } from './outbox/index.ts';
import type { Settings } from './settings.ts';
import type { Store } from './store/connect.ts';

const MINUTE_MS = 60_000;
const KEPT_ANSWER_HOURS = 48;
const KEPT_MESSAGE_DAYS = 30;
const KEPT_ERASED_MAIL_DAYS = 30;
const KEPT_VISIT_DAYS = 400;
const KEPT_PAGE_ERROR_DAYS = 30;
/** How long the invalid rows of an import are kept for correction. */
const KEPT_BAD_ROWS_DAYS = 7;

/** Returns the product's own periodic jobs: deleting expired and orphaned data, and merging counts. */
export function housekeepingJobs({ db }: Pick<Store, 'db'>, settings: Pick<Settings, 'dataDir' | 'bucket'>): JobKind[] {
  const { dataDir } = settings;
  return [
    {
      kind: 'removeExpired',
      title: '清理过期数据',
      note: '删除过期的验证码、登录凭证、文件链接、重复请求的答复和已送达的消息',
      schedule: { everyMinutes: 10 },
      run: () => removeExpired(db),
    },
    {
      kind: 'tally',
      title: '汇总单据数量',
      note: '把各表单、各人员的单据数合并，使列表和首页的计数保持快速',
      schedule: { everyMinutes: 10 },
      run: async () => {
        await mergeTallies(db);
      },
    },
    {
      kind: 'sweepImports',
      title: '清理导入的临时文件',
      note: '删除一天以上无人处理的导入表格',
      schedule: { everyMinutes: 60 },
      run: async () => {
        const count = await sweepImports(dataDir);
        return count === 0 ? '没有需要清理的文件' : `清理了 ${count} 次导入的文件`;
      },
    },
    {
      kind: 'forgetSent',
      title: '清理已发送的消息',
      note: `删除发送成功 ${KEPT_MESSAGE_DAYS} 天以上的消息；失败的消息保留`,
      schedule: { dailyAt: '03:20' },
      run: async () => `清理了 ${await deleteSentMessages(db, KEPT_MESSAGE_DAYS)} 条消息`,
    },
    {
      kind: 'sweepMails',
      title: '清理彻底删除的邮件',
      note: `删除发件人和收件人都已彻底删除 ${KEPT_ERASED_MAIL_DAYS} 天以上的邮件`,
      schedule: { dailyAt: '03:40' },
      run: async () => `清理了 ${await purgeDeletedMails(db, KEPT_ERASED_MAIL_DAYS)} 封邮件`,
    },
    {
      kind: 'sweepBin',
      title: '清理回收站',
      note: '彻底删除在回收站中放了 30 天的记录、设置和文档',
      schedule: { everyMinutes: 60 },
      run: async () => {
        const [records, items] = [await removeExpiredBinEntries(db), await deleteExpiredItems(db)];
        return records + items === 0 ? '没有到期的内容' : `彻底删除了 ${records} 条记录、${items} 项设置和文档`;
      },
    },
    {
      kind: 'sweepFiles',
      title: '清理残留的文件内容',
      note: '删除上传中断后留下、没有登记的文件内容（一天以上）',
      schedule: { everyMinutes: 360 },
      run: async () => {
        const removedCount = await sweepFiles(db, fileStoreOf(settings));
        return removedCount === null ? '文件夹或存储桶属于另一个数据库，未清理' : removedText(removedCount);
      },
    },
  ];
}

const removedText = (count: number): string => (count === 0 ? '没有需要清理的文件' : `清理了 ${count} 个文件`);

/** Deletes expired rows of several tables. Returns a Chinese text with their number. */
async function removeExpired(db: Store['db']): Promise<string> {
  let count = 0n;
  for (const statement of [
    sql`delete from auth_captcha where expires_at < now()`,
    sql`delete from auth_challenge where expires_at < now()`,
    sql`delete from auth_ticket where expires_at < now()`,
    // skips rows that a sign-in has locked: sign-ins lock rows in another order, so waiting could cause a deadlock
    sql`delete from auth_attempt where subject in (select subject from auth_attempt where window_until < now() for update skip locked)`,
    sql`delete from auth_session where expires_at < now() or not exists (select 1 from auth_token t where t.session_id = auth_session.id and t.expires_at > now())`,
    sql`delete from auth_ended where expires_at < now()`,
    sql`delete from sys_visit where day < current_date - ${KEPT_VISIT_DAYS}::integer`,
    sql`delete from sys_page_error where last_at < now() - make_interval(days => ${KEPT_PAGE_ERROR_DAYS})`,
    sql`delete from att_link where expires_at < now()`,
    sql`delete from http_idempotency where created_at < now() - make_interval(hours => ${KEPT_ANSWER_HOURS})`,
    sql`delete from frm_import_row where import_id in (select id from frm_import where updated_at < now() - make_interval(days => ${KEPT_BAD_ROWS_DAYS}))`,
    sql`delete from sys_event where happened_at < now() - interval '1 hour'`,
  ])
    count += (await statement.execute(db)).numAffectedRows ?? 0n;
  return count === 0n ? '没有过期的数据' : `删除了 ${count} 条`;
}

/**
 * Deletes the files of unused imports, and starts the periodic work of the embedded database, which has no background
 * processes: checkpoints (without them its log and recovery time grow) and `vacuum analyze`.
 */
export function startHousekeeping(
  { db, isEmbedded }: Store,
  dataDir: string,
  onError: (error: unknown) => void,
): { stop(): void } {
  const tasks: [periodMs: number, () => Promise<unknown>][] = isEmbedded
    ? [
        [MINUTE_MS, () => sql`checkpoint`.execute(db)],
        [30 * MINUTE_MS, () => sql`vacuum (analyze)`.execute(db)],
      ]
    : [];
  sweepImports(dataDir).catch(onError);
  const timers = tasks.map(([periodMs, task]) =>
    setInterval(() => {
      task().catch(onError);
    }, periodMs).unref(),
  );
  return { stop: () => timers.forEach((timer) => clearInterval(timer)) };
}
