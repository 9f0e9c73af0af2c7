import { connect, createServer, type Server } from 'node:net';
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/**
 * The processes that use a data folder. `parentPid`: the server process. `pid`: the database process, which holds the
 * lock.
 */
export interface Holder {
  pid: number;
  parentPid: number;
  host: string;
  startedAt: string;
}

/** How often the modification time of the holder file is updated. */
const HEARTBEAT_MS = 5_000;
/** Age of the holder file from which a process on another machine counts as ended. */
const FOREIGN_STALE_MS = 60_000;
/** How long to wait for the database process of a server that has ended. */
const ORPHAN_WAIT_MS = 30_000;

/**
 * Locks the folder for this process. Returns null, or the holder if another process uses the folder. The lock is a
 * listening socket that is named after the folder's device and inode. When the process has ended, connections to the
 * socket fail. Another machine or container that shares the folder is detected by the modification time of the holder
 * file.
 */
export async function lockFolder(folder: string, parentPid: number): Promise<Holder | null> {
  const file = join(folder, 'holder.json');
  const deadline = Date.now() + ORPHAN_WAIT_MS;
  while (!(await takeLock(lockName(folder)))) {
    const holder = readHolder(file);
    if (!holder || isAlive(holder.parentPid) || Date.now() > deadline) return holder ?? unknownHolder;
    await new Promise((done) => {
      setTimeout(done, 100);
    });
  }
  const earlierHolder = readHolder(file);
  if (earlierHolder && earlierHolder.host !== hostname() && Date.now() - statSync(file).mtimeMs < FOREIGN_STALE_MS)
    return earlierHolder;
  writeFileSync(
    file,
    JSON.stringify({
      pid: process.pid,
      parentPid,
      host: hostname(),
      startedAt: new Date().toISOString(),
    } satisfies Holder),
  );
  setInterval(() => {
    utimesSync(file, new Date(), new Date());
  }, HEARTBEAT_MS).unref();
  return null;
}

/** The holder of a lock whose holder file cannot be read. */
const unknownHolder: Holder = { pid: 0, parentPid: 0, host: hostname(), startedAt: '' };

/**
 * Returns the name of the lock: an abstract socket on Linux and a named pipe on Windows, which leave no file. On other
 * systems it is a socket file, which stays in /tmp when the process exits or is killed.
 */
function lockName(folder: string): string {
  const { dev, ino } = statSync(folder);
  const id = `schema-first-${dev}-${ino}`;
  if (process.platform === 'linux') return `\0${id}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`;
  return join('/tmp', `${id}.sock`);
}

/** The server that listens on the socket of the lock. */
let lockServer: Server | undefined;

/**
 * Acquires a lock for this process. Returns false if another process holds it. Replaces the socket file of a process
 * that has ended.
 */
export async function takeLock(name: string): Promise<boolean> {
  if (await listen(name)) return true;
  if (!name.startsWith('/') || (await hasListener(name))) return false;
  rmSync(name, { force: true });
  return listen(name);
}

/**
 * Checks whether a process listens on a socket. Returns false only if the connection is refused or the socket file is
 * missing; another error, such as a missing permission, does not prove that nobody listens.
 */
const hasListener = (name: string): Promise<boolean> =>
  new Promise((done) => {
    const socket = connect(name, () => {
      socket.destroy();
      done(true);
    });
    socket.once('error', (error: NodeJS.ErrnoException) => {
      done(error.code !== 'ECONNREFUSED' && error.code !== 'ENOENT');
    });
  });

/** Listens on the socket of the lock. Returns false if another process listens on it. */
function listen(name: string): Promise<boolean> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => {
      socket.destroy();
    });
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') done(false);
      else fail(error);
    });
    server.listen(name, () => {
      lockServer = server;
      lockServer.unref();
      done(true);
    });
  });
}

/** Reads the holder file; null if it cannot be read. */
function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null; // the holder file is missing, or truncated after a power failure: only the lock decides
  }
}

/** Checks whether a process with this id exists. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
