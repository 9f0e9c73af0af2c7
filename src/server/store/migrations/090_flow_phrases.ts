import { sql, type Kysely, type Migration } from 'kysely';

const COMMON_PHRASES: readonly (readonly [act: string, text: string])[] = [
  ['approve', '同意'],
  ['approve', '情况属实，同意办理'],
  ['approve', '已阅，同意'],
  ['return', '请补充材料后重新提交'],
  ['return', '内容有误，请修改'],
  ['return', '请补充说明事由'],
  ['reject', '不符合规定，不同意'],
  ['reject', '事项已取消'],
  ['reject', '重复申请'],
];

/**
 * Adds to the phrases for opinions the action (`act`) for which each is offered. A phrase without `user_id` is offered
 * to everybody.
 */
export const flowPhrases: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table flw_phrase alter column user_id drop not null`.execute(db);
    await sql`alter table flw_phrase add column act text not null default 'approve' check (act in ('approve', 'return', 'reject')), add column sn integer not null default 0`.execute(
      db,
    );
    for (const [sn, [act, text]] of COMMON_PHRASES.entries())
      await sql`insert into flw_phrase (id, user_id, act, text, sn) values (${`common-${sn}`}, null, ${act}, ${text}, ${sn})`.execute(
        db,
      );
  },
};
