/**
 * Runs the embedded database (the engine PGlite) in its own process, so that a slow query never blocks HTTP. Arguments:
 * data folder, socket path, process id of the server. Ends when the server has ended.
 */
import { accessSync, constants, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';
import { makeFolder } from '../makeFolder.ts';
import { failureMessage } from './failure.ts';
import { lockFolder } from './lockFolder.ts';
import type { ChildMessage, ParentMessage } from './messages.ts';
import { SyncedNodeFS } from './syncedNodeFs.ts';

const [folder = '', socket = '', parent = ''] = process.argv.slice(2);
const parentPid = Number(parent);
/** Interval between the checks that end this process if the server has ended. */
const ORPHAN_CHECK_MS = 1_000;
/** Time after which this process ends even if the database is not closed yet. */
const STOP_TIMEOUT_MS = 3_000;
/** The message types parse, bind, describe, execute and close. They are answered only after the following sync. */
const BUFFERED_TYPES = new Set([...'PBDEC'].map((letter) => letter.charCodeAt(0)));

/** Sends a message to the server. Resolves when it is sent, or at once if the server is gone. */
const send = (message: ChildMessage): Promise<void> =>
  new Promise((done) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => done());
    else done();
  });

/** Locks the data folder, opens the database and listens on the socket. */
async function start(): Promise<void> {
  const holder = await lockFolder(folder, parentPid);
  if (holder) {
    await send({ type: 'held', holder });
    process.exit(3);
  }
  const databaseFolder = `${folder}/data`;
  if (!existsSync(databaseFolder)) await createDatabase(databaseFolder);
  const versionFile = `${databaseFolder}/PG_VERSION`;
  // without this check, files that this account may not access would be reported as damaged
  if (existsSync(versionFile)) accessSync(versionFile, constants.R_OK | constants.W_OK);
  // without PG_VERSION the engine would treat the folder as empty and overwrite its files
  else if (readdirSync(databaseFolder).length > 0) throw new Error('缺少 PG_VERSION');
  const db = await openDatabase(databaseFolder);
  batchMessages(db);
  rmSync(socket, { force: true });
  const server = new PGLiteSocketServer({ db, path: socket, maxConnections: 4 });
  await server.start();
  process.on('message', (message: ParentMessage) => {
    if (message.type === 'stop') void stop(db, server);
  });
  await send({ type: 'ready' });
}

/** Opens the database in this folder. Each commit is written to the disk before it is acknowledged. */
const openDatabase = (databaseFolder: string): Promise<PGlite> =>
  PGlite.create({
    fs: new SyncedNodeFS(databaseFolder),
    startParams: [...PGlite.defaultStartParams.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync'],
  });

/**
 * Creates an empty database in a folder with a temporary name, and renames the folder when it is complete. After an
 * interruption, the next start creates the database again.
 */
async function createDatabase(databaseFolder: string): Promise<void> {
  const temporaryFolder = `${databaseFolder}.making`;
  rmSync(temporaryFolder, { recursive: true, force: true });
  makeFolder(temporaryFolder);
  await (await openDatabase(temporaryFolder)).close();
  renameSync(temporaryFolder, databaseFolder);
}

/**
 * Collects the messages of a statement (parse, bind, describe, execute, sync), which the socket server passes one by
 * one, and calls the engine once with all of them. If the engine fails with a WebAssembly trap, this process ends and
 * the server restarts it, because the socket server would wait for ever.
 */
function batchMessages(db: PGlite): void {
  const run = db.execProtocolRawStream.bind(db);
  let waitingMessages: Uint8Array[] = [];
  db.execProtocolRawStream = async (message, options) => {
    const type = message[0] ?? 0;
    if (BUFFERED_TYPES.has(type)) {
      waitingMessages.push(message);
      return;
    }
    // type 0: the startup message of a new connection; incomplete messages of the previous connection are discarded
    const allMessages =
      type === 0 || waitingMessages.length === 0
        ? message
        : new Uint8Array(Buffer.concat([...waitingMessages, message]));
    waitingMessages = [];
    try {
      await run(allMessages, options);
    } catch (error) {
      await send({ type: 'failed', reason: String(error) });
      process.exit(1);
    }
  };
}

/** Closes the database and ends this process. */
async function stop(db: PGlite, server: PGLiteSocketServer): Promise<void> {
  setTimeout(() => process.exit(0), STOP_TIMEOUT_MS).unref(); // every acknowledged write is already in the log
  await server.stop();
  await db.close();
  process.exit(0);
}

process.on('disconnect', () => process.exit(0));
// if the server was killed before this listener was added, only `endOrphan` ends this process and unlocks the folder
const endOrphan = (): void => {
  if (!process.connected || process.ppid !== parentPid) process.exit(0);
};
setInterval(endOrphan, ORPHAN_CHECK_MS).unref();
endOrphan();
// Ctrl-C in a terminal reaches the whole process group, but only the server decides when its database ends.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

start().catch(async (error: unknown) => {
  await send(failureMessage(error));
  process.exit(1);
});
