/**
 * Server tests whose answer depends on which store is underneath. `npm test` runs all server tests on PostgreSQL where
 * TEST_DATABASE_URL is set, and then these again on the embedded database; without it everything runs on the embedded
 * one. Everything else speaks to both stores through the same SQL. `npm run test:long` runs `LONG_STORE_FILES` on the
 * embedded database as well.
 */
export const STORE_FILES: Readonly<Record<string, string>> = {
  'tests/server/store/cachedPlans.test.ts': 'plans that a connection keeps',
  'tests/server/store/embeddedFolder.test.ts': 'the folder of the embedded database',
  'tests/server/store/embeddedWire.test.ts': 'the protocol between server and embedded database',
  'tests/server/store/fullDisk.test.ts': 'a disk without room',
  'tests/server/store/preparedStatements.test.ts': 'prepared statements of a connection that broke',
  'tests/server/store/store.test.ts': 'start, transactions and failures of the store itself',
  'tests/server/events/events.test.ts': 'news by LISTEN, or by looking where there is none',
  'tests/server/operation/startFailure.test.ts': 'names what is wrong with folder or database',
};

/** Further server tests of what both stores do by the same SQL, but with other plans, other locks or other processes. */
export const LONG_STORE_FILES: Readonly<Record<string, string>> = {
  'tests/server/operation/chaos.test.ts': 'kills the server while the store writes',
  'tests/server/backup/': 'reads and writes every table and the folder of the embedded database',
  'tests/server/approval/approval.test.ts': 'one whole approval from draft to end',
  'tests/server/seed/seed.test.ts': 'fills an empty store, twice at once',
  'tests/server/store/': 'upgrades from older versions, locks taken in order, ids and long statements as well',
  'tests/server/events/': 'news of records as well',
  'tests/server/http/http.test.ts': 'takes over repeated requests and answers failures of the store',
  'tests/server/observe/observe.test.ts': 'says whether the store works',
  'tests/server/records/save/uniqueSerial.test.ts': 'unique values and numbers under concurrent transactions',
  'tests/server/imports/listTransfer.test.ts': 'writes and reads lists in bulk through cursors',
  'tests/server/operation/shutdown.test.ts': 'ends with the database in the same process tree',
  'tests/server/celSql/': 'translates expressions to SQL, whose operators must answer the same in both',
  'tests/server/datasets/plainEvaluation.test.ts': 'groups, compares and rounds in one statement',
  'tests/server/audit/audit.test.ts': 'triggers write the log',
  'tests/server/records/access/accessPaths.test.ts': 'reads the plans of the store',
  'tests/server/records/list/': 'every order, condition and total of lists',
  'tests/server/records/indexes/': 'orders by place and hands, and counters, in SQL',
  'tests/server/records/columns/': 'columns that are added, filled and dropped',
  'tests/server/approval/acts/races.test.ts': 'two transactions on one process',
};
