import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restore, type RestoreResult } from '../../../src/server/backup/backupAndRestore.ts';
import { migrations } from '../../../src/server/store/migrations/list.ts';
import { brokenInvariants } from '../../chaos/invariants.ts';
import { createDatabase, dropDatabase } from '../../support/databases.ts';
import { recordsOf, tasksOf } from '../support/sealDemo.ts';
import { recordsIn } from '../support/recordsIn.ts';
import { fillFromTemplate, startTestServer, testSettings, type TestServer } from '../support.ts';

/** Written by the version whose newest migration was 070: the demo company, approvals at two nodes, a draft, a mail, a file. */
const OLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'server', 'schema-070.backup');

describe('a database written by an older version', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'upgrade-'));
  let databaseUrl: string | null = null;
  let server: TestServer;
  let restored: RestoreResult;
  beforeAll(async () => {
    const admin = process.env['DATABASE_URL'];
    if (admin) databaseUrl = await createDatabase(admin);
    else await fillFromTemplate(dataDir);
    restored = await restore(testSettings({ dataDir, databaseUrl }), OLDER, false);
    server = await startTestServer({ dataDir, databaseUrl });
  });
  afterAll(async () => {
    await server.close();
    if (databaseUrl) await dropDatabase(databaseUrl);
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is brought to the newest form by every migration since', () => {
    expect(restored.header.migrations.at(-1)).toBe('070_notices');
    expect(restored.appliedMigrations).toEqual(
      Object.keys(migrations)
        .toSorted()
        .filter((name) => name > '070_notices'),
    );
  });

  it('keeps people, records, mail and files, and nothing in it is torn', async () => {
    const { db } = server.context;
    const staff = await server.api('staff');
    expect(
      (
        await db
          .selectFrom(await recordsIn(server, 'sealDemo'))
          .select('title')
          .orderBy('title')
          .execute()
      ).map(({ title }) => title),
    ).toEqual(['旧版本：待用印', '旧版本：待部门负责人', '旧版本：草稿']);
    expect(
      await db.selectFrom('mail_message').select('subject').where('subject', '=', '旧版本的邮件').execute(),
    ).toHaveLength(1);
    const { id } = await db
      .selectFrom('att_file')
      .select('id')
      .where('file_name', '=', '旧附件.txt')
      .executeTakeFirstOrThrow();
    const download = await fetch(`${server.url}/api/file/sys/file/download/${id}`, {
      headers: { authorization: `Bearer ${staff.token}` },
    });
    expect(await download.text()).toBe('旧版本的附件');
    expect(await brokenInvariants({ db } as never)).toEqual([]);
  });

  it('lets approvals that were under way go on to their end', async () => {
    const leader = await server.api('leader');
    const sealer = await server.api('sealer');
    const waiting = (await tasksOf(leader, 'listMyTodo')).find(({ title }) => title === '旧版本：待部门负责人')!;
    const approve = async (who: typeof leader, recordId: string, more: object): Promise<string> => {
      const { data } = await recordsOf(who).get(recordId);
      return (
        await recordsOf(who).run(
          {
            id: recordId,
            revision: data.revision!,
            fieldsMap: { ...data.fieldsMap, ...more },
            childTables: data.childTables,
          },
          'approve',
        )
      ).code;
    };
    expect(await approve(leader, waiting.recordId, { leaderOpinion: '同意' })).toBe('1');
    for (const { recordId, title } of await tasksOf(sealer, 'listMyTodo'))
      if (title.startsWith('旧版本')) expect(await approve(sealer, recordId, {})).toBe('1');
    const ended = await server.context.db
      .selectFrom('flw_instance')
      .select('record_id')
      .where('form_key', '=', 'sealDemo')
      .where('ended_at', 'is not', null)
      .execute();
    expect(ended).toHaveLength(2);
  });
});
