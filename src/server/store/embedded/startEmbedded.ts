import { fork, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { processEntry } from '../../threads/entry.ts';
import { makeFolder } from '../makeFolder.ts';
import { endedEarlyError, errorOfMessage } from './failure.ts';
import type { Holder } from './lockFolder.ts';
import { SOCKET_NAME, type ChildMessage, type ParentMessage } from './messages.ts';
import { OperatorError } from '../operatorError.ts';

/** The data folder is in use. The message is shown to the operator. */
export class FolderHeldError extends OperatorError {
  override name = 'FolderHeldError';
  constructor(folder: string, holder: Holder) {
    super(
      `数据目录 ${folder} 正被另一个服务进程使用（主机 ${holder.host}，进程 ${holder.parentPid || '未知'}${holder.startedAt ? `，启动于 ${holder.startedAt}` : ''}）。` +
        '请先停止该进程，或用 DATA_DIR 指定其他目录。',
    );
  }
}

/** The running embedded database. */
export interface EmbeddedDatabase {
  /** The folder of the socket, which is the `host` for a PostgreSQL client. */
  socketFolder: string;
  /** Waits for the end of a current restart, successful or not; resolves at once while the database process runs. */
  waitForRestart(): Promise<void>;
  /**
   * Restarts the database process to end the running statement, which the embedded database cannot interrupt.
   * Acknowledged commits are not lost: they are on the disk. Such a restart does not count as a crash. Resolves like
   * `waitForRestart`.
   */
  endStatement(reason: string): Promise<void>;
  stop(): Promise<void>;
}

/** The data folder, and the functions that the embedded database calls. */
export interface EmbeddedOptions {
  dataDir: string;
  /** Called after the database process ended unexpectedly and was restarted. */
  onRestart(reason: string): void;
  /** Called when the database process cannot be kept running. */
  onFatal(reason: string): void;
}

/** Maximum length of the path of a socket. For a longer path, the socket is put in the folder for temporary files. */
const MAX_SOCKET_PATH_BYTES = 100;
/** Maximum number of restarts per minute after crashes. */
const MAX_RESTARTS_PER_MINUTE = 3;
/** Time after which a stopping database process is killed. */
const STOP_TIMEOUT_MS = 5_000;

/**
 * Starts the embedded database on `dataDir`/pg and keeps it running. Throws FolderHeldError, EngineError, or the
 * system's error.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const folder = resolve(options.dataDir, 'pg');
  makeFolder(folder);
  const isSocketInDataFolder = Buffer.byteLength(join(folder, 'run', SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES;
  const socketFolder = isSocketInDataFolder ? join(folder, 'run') : mkdtempSync(join(tmpdir(), 'pg-'));
  makeFolder(socketFolder);
  const socket = join(socketFolder, SOCKET_NAME);
  /** Times of the restarts after crashes, in epoch milliseconds. */
  const crashRestartTimes: number[] = [];
  let isStopping = false;
  /** The reason of the restart that `endStatement` began; null for a restart after a crash. */
  let intendedReason: string | null = null;
  /** The current restart; null while the process runs. */
  let restart: { promise: Promise<void>; end(): void } | null = null;
  let child = await startChild(folder, socket);
  restartOnExit();

  /** Begins a restart, which lasts until `endRestart`. Connections wait for its end (`waitForRestart`). */
  function beginRestart(): Promise<void> {
    if (restart) return restart.promise;
    let end = (): void => undefined;
    const promise = new Promise<void>((resolvePromise) => {
      end = resolvePromise;
    });
    restart = { promise, end };
    return promise;
  }
  /** Ends the current restart, if there is one. */
  function endRestart(): void {
    restart?.end();
    restart = null;
  }

  /** Starts a new database process when the current one ends, unless the database is being stopped. */
  function restartOnExit(): void {
    child.once('exit', (code, signal) => {
      if (isStopping) return endRestart();
      void beginRestart();
      const reason = intendedReason ?? `code ${code ?? '-'}, signal ${signal ?? '-'}`;
      const now = Date.now();
      if (intendedReason === null) crashRestartTimes.push(now);
      intendedReason = null;
      if (crashRestartTimes.filter((time) => time > now - 60_000).length > MAX_RESTARTS_PER_MINUTE) {
        endRestart();
        options.onFatal(reason);
        return;
      }
      startChild(folder, socket).then(
        (startedChild) => {
          child = startedChild;
          restartOnExit();
          if (isStopping) child.kill('SIGKILL');
          else options.onRestart(reason);
          endRestart();
        },
        (error: Error) => {
          endRestart();
          options.onFatal(error.message);
        },
      );
    });
  }

  return {
    socketFolder,
    waitForRestart: () => restart?.promise ?? Promise.resolve(),
    endStatement(reason) {
      // a process that is being restarted does not run a statement
      if (restart || isStopping) return restart?.promise ?? Promise.resolve();
      intendedReason = reason;
      const promise = beginRestart();
      child.kill('SIGKILL');
      return promise;
    },
    async stop() {
      isStopping = true;
      await stopChild(child);
      if (!isSocketInDataFolder) rmSync(socketFolder, { recursive: true, force: true });
    },
  };
}

/** Starts the database process. Resolves when the process is ready. */
function startChild(folder: string, socket: string): Promise<ChildProcess> {
  const { path, execArgv } = processEntry(import.meta.url, 'child.ts', 'embedded.js');
  const child = fork(path, [folder, socket, String(process.pid)], {
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return new Promise((done, fail) => {
    const onExit = (code: number | null, signal: string | null): void =>
      fail(endedEarlyError(signal ?? `代码 ${code ?? '-'}`));
    child.once('exit', onExit);
    child.on('message', (message: ChildMessage) => {
      if (message.type === 'held') fail(new FolderHeldError(folder, message.holder));
      if (message.type === 'failed') fail(errorOfMessage(folder, message));
      if (message.type === 'ready') {
        child.off('exit', onExit);
        done(child);
      }
    });
  });
}

/** Stops the database process; kills it if it does not end in time. */
function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
    child.once('exit', () => {
      clearTimeout(timer);
      done();
    });
    if (child.connected) child.send({ type: 'stop' } satisfies ParentMessage);
    else child.kill('SIGKILL');
  });
}
