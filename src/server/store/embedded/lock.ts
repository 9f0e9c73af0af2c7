import { createServer, type Server } from 'node:net';
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

/** Who works on a data folder. `parentPid` is the server process; `pid` the database process that holds the lock. */
export interface Holder {
  pid: number;
  parentPid: number;
  host: string;
  startedAt: string;
}

const HEARTBEAT_MS = 5_000;
const FOREIGN_STALE_MS = 60_000;
const ORPHAN_WAIT_MS = 30_000;

/**
 * Takes the folder for this process. Answers the holder when somebody else works on it, null when it is ours.
 * The lock is a listening socket named after the folder's device and inode: the kernel frees it with the process,
 * however that ends. Another machine or container that shares the folder is seen by the holder file's heartbeat.
 */
export async function lockFolder(folder: string, parentPid: number): Promise<Holder | null> {
  const file = join(folder, 'holder.json');
  const deadline = Date.now() + ORPHAN_WAIT_MS;
  while (!(await listen(nameOf(folder)))) {
    const holder = readHolder(file);
    if (!holder || isAlive(holder.parentPid) || Date.now() > deadline) return holder ?? unknownHolder;
    await new Promise((done) => {
      setTimeout(done, 100);
    });
  }
  const former = readHolder(file);
  if (former && former.host !== hostname() && Date.now() - statSync(file).mtimeMs < FOREIGN_STALE_MS) return former;
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

const unknownHolder: Holder = { pid: 0, parentPid: 0, host: hostname(), startedAt: '' };

/** An abstract socket on Linux, a named pipe on Windows: neither leaves anything behind. Elsewhere a file that is tested by connecting. */
function nameOf(folder: string): string {
  const { dev, ino } = statSync(folder);
  const id = `schema-first-${dev}-${ino}`;
  if (process.platform === 'linux') return `\0${id}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${id}`;
  return join('/tmp', `${id}.sock`);
}

let held: Server | undefined;

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
      held = server;
      held.unref();
      done(true);
    });
  });
}

function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null; // no holder file yet, or one cut short by a power loss: the lock itself decides
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
