/** Answers one seeded database for the whole run; every test server starts from a copy (`startTestServer`). */
import { demoTemplate, smallTemplate } from '../support/demoTemplate.ts';
import { freshBuild } from '../support/serverCommand.ts';
import { isSecondStore } from '../support/tier.ts';

export default async function setup(): Promise<void> {
  process.env['SERVER_BUILD'] = freshBuild() ?? '';
  const { folder, database } = await (isSecondStore
    ? smallTemplate()
    : demoTemplate(process.env['DATABASE_URL'] || null));
  process.env['SERVER_TEST_TEMPLATE'] = folder;
  process.env['SERVER_TEST_TEMPLATE_DATABASE'] = database;
}
