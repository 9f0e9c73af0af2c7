/** Writes as fast as the database acknowledges and prints each number after its acknowledgement; killed by its test. */
import { sql } from 'kysely';
import { connect } from '../../../src/server/store/connect.ts';
import { migrate } from '../../../src/server/store/migrate.ts';
import { testSettings } from '../support.ts';

const ignore = (): void => undefined;
const store = await connect(testSettings({ dataDir: process.argv[2] ?? '', databaseUrl: null }), {
  onRestart: ignore,
  onFatal: ignore,
  onConnectionLost: ignore,
});
await migrate(store.db);
const { rows } = await sql<{ last: number }>`select coalesce(max(failures), 0) as last from auth_attempt`.execute(
  store.db,
);
for (let number = (rows[0]?.last ?? 0) + 1; ; number += 1) {
  await store.db
    .insertInto('auth_attempt')
    .values({ subject: `write ${number}`, failures: number, window_until: new Date('2100-01-01') })
    .execute();
  process.stdout.write(`${number}\n`);
}
