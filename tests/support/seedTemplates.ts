/**
 * Seeds the demo company that server tests and browser tests are copied from, before those stages need it: one company
 * on PostgreSQL where TEST_DATABASE_URL is set, with a small one on the embedded database, else one on the embedded
 * database. They are kept for their sources.
 */
import { demoTemplate, smallTemplate } from './demoTemplate.ts';

const adminUrl = process.env.TEST_DATABASE_URL || null;
await demoTemplate(adminUrl);
if (adminUrl !== null) await smallTemplate();
// connections of the pools stay open for a minute
process.exit(0);
