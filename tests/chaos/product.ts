import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectWithoutTimeout, type Store } from '../../src/server/store/connect.ts';
import { createDatabase, dropDatabase } from '../support/databases.ts';
import { CAPTCHA, startTestServer, testSettings, type TestServer } from '../server/support.ts';

const PROJECT = join(import.meta.dirname, '..', '..');
const MAIN = 'dist/server/main.js';
const ignore = (): void => undefined;

/**
 * Data that servers of a trial work on: a folder, and a database of its own when `adminUrl` names a PostgreSQL server.
 */
export interface Ground {
  dataDir: string;
  databaseUrl: string | null;
  open(): Promise<Store>;
  remove(): Promise<void>;
}

/** In a run of tests a copy of the filled database; else one that is filled now. */
async function startGround(adminUrl: string | null): Promise<TestServer> {
  if (process.env['SERVER_TEST_TEMPLATE']) return startTestServer();
  const dataDir = mkdtempSync(join(tmpdir(), 'chaos-'));
  return startTestServer({ dataDir, databaseUrl: adminUrl ? await createDatabase(adminUrl) : null });
}

/** A fresh ground with the demo company and everything that ships; `publish` adds to it. */
export async function prepareGround(
  adminUrl: string | null,
  publish: (server: TestServer) => Promise<void>,
): Promise<Ground> {
  const server = await startGround(adminUrl);
  const { dataDir, databaseUrl } = server;
  await publish(server);
  await server.close();
  return {
    dataDir,
    databaseUrl,
    open: () =>
      connectWithoutTimeout(testSettings({ dataDir, databaseUrl }), {
        onRestart: ignore,
        onFatal: ignore,
        onConnectionLost: ignore,
      }),
    async remove() {
      if (databaseUrl) await dropDatabase(databaseUrl);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const freePort = (): Promise<number> =>
  new Promise((done, fail) => {
    const probe = createServer()
      .once('error', fail)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number };
        probe.close(() => done(port));
      });
  });

/** Builds the server where it is not there; of two test files that come at once one builds and the other waits. */
async function buildOnce(): Promise<void> {
  const lock = join(PROJECT, 'dist', '.building');
  const isOld = (): boolean => (statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < Date.now() - 300_000;
  for (;;) {
    if (existsSync(join(PROJECT, MAIN)) && !existsSync(lock)) return;
    mkdirSync(join(PROJECT, 'dist'), { recursive: true });
    if (isOld()) rmSync(lock, { recursive: true, force: true }); // of a run that was killed
    try {
      mkdirSync(lock);
    } catch {
      await new Promise((wake) => {
        setTimeout(wake, 200);
      });
      continue;
    }
    spawnSync('npm', ['run', '-s', 'build:server'], { cwd: PROJECT, stdio: 'inherit' });
    rmSync(lock, { recursive: true });
    return;
  }
}

/** A built server on a port that stays its own through deaths and starts. */
export interface Product {
  url: string;
  start(): Promise<void>;
  /** SIGKILL of the server, of its embedded database process, or of both. */
  kill(which?: 'server' | 'database' | 'both'): Promise<void>;
  stop(): Promise<number | null>;
  output(): string;
  /** What the servers wrote of the error that an answer's number (编号) stands for; '' when nothing. */
  errorOf(answer: string): string;
  /** Number of the running process. */
  pid(): number | undefined;
}

export async function createProduct(ground: Ground, env: Readonly<Record<string, string>> = {}): Promise<Product> {
  await buildOnce();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  let output = '';
  const errors: string[] = [];
  const isGone = (): boolean => child === null || child.exitCode !== null || child.signalCode !== null;
  const gone = (): Promise<number | null> =>
    new Promise((done) => {
      if (isGone()) done(child?.exitCode ?? null);
      else child?.once('exit', (code) => done(code));
    });
  const databasePid = (): number =>
    (JSON.parse(readFileSync(join(ground.dataDir, 'pg', 'holder.json'), 'utf8')) as { pid: number }).pid;
  return {
    url,
    output: () => output,
    errorOf: (answer) => {
      const id = /编号 (\w+)/.exec(answer)?.[1];
      return errors.find((line) => id !== undefined && line.includes(id)) ?? '';
    },
    pid: () => child?.pid,
    async start() {
      child = spawn(process.execPath, [MAIN], {
        cwd: PROJECT,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env['PATH'] ?? '',
          PORT: String(port),
          HOST: '127.0.0.1',
          DATA_DIR: ground.dataDir,
          DATABASE_URL: ground.databaseUrl ?? '',
          DEMO: '1',
          CAPTCHA_CODE: CAPTCHA,
          SLOW_QUERY_MS: '0',
          END_SECONDS: '120',
          ...env,
        },
      });
      for (const stream of [child.stdout, child.stderr])
        stream?.setEncoding('utf8').on('data', (text: string) => {
          output = (output + text).slice(-20_000);
          errors.push(...text.split('\n').filter((line) => line.includes('"level":50')));
        });
      while (
        !(await fetch(`${url}/ready`).then(
          ({ ok }) => ok,
          () => false,
        ))
      ) {
        if (isGone()) throw new Error(`the server ended at start:\n${output}`);
        await new Promise((wake) => {
          setTimeout(wake, 30);
        });
      }
    },
    async kill(which = 'server') {
      if (which !== 'server' && ground.databaseUrl === null)
        try {
          process.kill(databasePid(), 'SIGKILL');
        } catch {
          /* it ended by itself */
        }
      if (which === 'database' && ground.databaseUrl === null) return;
      child?.kill('SIGKILL');
      await gone();
    },
    async stop() {
      child?.kill('SIGTERM');
      return gone();
    },
  };
}
