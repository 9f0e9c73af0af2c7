/**
 * Seeds the demo company that server tests and browser tests are copied from, before those stages need it: one company
 * on PostgreSQL where TEST_DATABASE_URL is set, and one on the embedded database. Both are kept for their sources.
 */
import { demoTemplate } from './demoTemplate.ts';

const adminUrl = process.env.TEST_DATABASE_URL || null;
if (adminUrl !== null) await demoTemplate(adminUrl);
await demoTemplate(null);
// connections of the pools stay open for a minute
process.exit(0);
