/**
 * The embedded database in a process of its own, so that a slow query never stops HTTP.
 * Arguments: data folder, socket path, number of the server process. Ends when that one is gone.
 */
import { accessSync, constants, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { makeFolder } from '../folder.ts';
import { toldOf } from './failure.ts';
import { lockFolder } from './lock.ts';
import type { ChildMessage, ParentMessage } from './messages.ts';
import { SyncedNodeFS } from './synced-fs.ts';

const [folder = '', socket = '', parent = ''] = process.argv.slice(2);
const parentPid = Number(parent);
const ORPHAN_CHECK_MS = 1_000;
/** Parse, bind, describe, execute, close: nobody is answered before the sync that follows. */
const HELD = new Set([...'PBDEC'].map((letter) => letter.charCodeAt(0)));

const tell = (message: ChildMessage): Promise<void> =>
  new Promise((done) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => done());
    else done();
  });

async function start(): Promise<void> {
  const holder = await lockFolder(folder, parentPid);
  if (holder) {
    await tell({ type: 'held', holder });
    process.exit(3);
  }
  const data = `${folder}/data`;
  if (!existsSync(data)) await makeData(data);
  const version = `${data}/PG_VERSION`;
  // what is another account's is not damaged: the system's own word for it goes on to whoever reads
  if (existsSync(version)) accessSync(version, constants.R_OK | constants.W_OK);
  // the engine would take it for an empty one and begin anew over what is there
  else if (readdirSync(data).length > 0) throw new Error('缺少 PG_VERSION');
  const db = await open(data);
  exitWhenBroken(db);
  rmSync(socket, { force: true });
  const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 4 });
  await server.start();
  process.on('message', (message: ParentMessage) => {
    if (message.type === 'stop') void stop(db, server);
  });
  await tell({ type: 'ready' });
}

const open = (data: string): Promise<PGlite> =>
  PGlite.create({
    fs: new SyncedNodeFS(data),
    startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'],
  });

/** Under its name once it is whole: what was killed, or had no space, while it was made is made again. */
async function makeData(data: string): Promise<void> {
  const making = `${data}.making`;
  rmSync(making, { recursive: true, force: true });
  makeFolder(making);
  await (await open(making)).close();
  renameSync(making, data);
}

/**
 * The socket server hands over each message of a statement by itself (parse, bind, describe, execute, sync); the engine
 * is entered once, with all of them. A trap inside it leaves the socket server waiting for ever: better to end and be started again.
 */
function exitWhenBroken(db: PGlite): void {
  const run = db.execProtocolRawStream.bind(db);
  let held: Uint8Array[] = [];
  db.execProtocolRawStream = async (message, options) => {
    const type = message[0] ?? 0;
    if (HELD.has(type)) {
      held.push(message);
      return;
    }
    // a new connection begins: what another one left half said is not its
    const all = type === 0 || held.length === 0 ? message : new Uint8Array(Buffer.concat([...held, message]));
    held = [];
    try {
      await run(all, options);
    } catch (error) {
      await tell({ type: 'failed', reason: String(error) });
      process.exit(1);
    }
  };
}

async function stop(db: PGlite, server: PGLiteSocketServer): Promise<void> {
  setTimeout(() => process.exit(0), 3_000).unref(); // every acknowledged write is in the log already
  await server.stop();
  await db.close();
  process.exit(0);
}

process.on('disconnect', () => process.exit(0));
// the server may have been killed before that was listened for: nobody would hear of it, and the folder would stay held
const endOrphan = (): void => {
  if (!process.connected || process.ppid !== parentPid) process.exit(0);
};
setInterval(endOrphan, ORPHAN_CHECK_MS).unref();
endOrphan();
// A terminal's Ctrl-C reaches the whole group; the server decides when its database ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

start().catch(async (error: unknown) => {
  await tell(toldOf(error));
  process.exit(1);
});
