/**
 * Starts the built product once, so that it fills a store, kept for the same sources; every product of the run starts
 * from a copy: on PostgreSQL where TEST_DATABASE_URL names a server, else on the embedded database.
 */
import { createDatabase } from '../support/databases.ts';
import { quickPasswords } from '../support/quickPasswords.ts';
import { seededTemplate } from '../support/seededTemplate.ts';
import { PASSWORD, startProduct } from './support.ts';

export default async function setup(): Promise<void> {
  const adminUrl = process.env.TEST_DATABASE_URL || null;
  const { folder, database } = await seededTemplate('test-product', adminUrl, async (into) => {
    const url = adminUrl === null ? null : await createDatabase(adminUrl);
    const product = await startProduct({ DATABASE_URL: url ?? '' }, into);
    await product.stop();
    if (url !== null) await quickPasswords(url, PASSWORD);
    return url;
  });
  process.env.E2E_TEMPLATE = folder;
  process.env.E2E_TEMPLATE_DATABASE = database;
}
