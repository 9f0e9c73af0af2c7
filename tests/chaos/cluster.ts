import { spawnSync } from 'node:child_process';
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './product.ts';

/** Folder of Debian's newest PostgreSQL programs; null where there is none. */
export function postgresPrograms(): string | null {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root).filter((name) => existsSync(join(root, name, 'bin', 'initdb')))
    : [];
  const newest = versions.sort((one, other) => Number(other) - Number(one))[0];
  return newest ? join(root, newest, 'bin') : null;
}

/** As `postgres` when this process is root: the server refuses to run as root. */
function run(program: string, args: readonly string[]): void {
  const isRoot = process.getuid?.() === 0;
  const { status, stdout, stderr } = spawnSync(
    isRoot ? 'runuser' : program,
    isRoot ? ['-u', 'postgres', '--', program, ...args] : [...args],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (status !== 0) throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
}

/** A fixed address whose other end can be moved, as a virtual address or a connection pooler is. */
export interface Switch {
  port: number;
  point(port: number): void;
  close(): void;
}

export async function createSwitch(first: number): Promise<Switch> {
  let target = first;
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const socket of [near, far]) {
      open.add(socket);
      socket
        .on('error', () => undefined)
        .on('close', () => {
          open.delete(socket);
          near.destroy();
          far.destroy();
        });
    }
    near.pipe(far).pipe(near);
  });
  const port = await freePort();
  await new Promise<void>((done) => {
    server.listen(port, '127.0.0.1', done);
  });
  return {
    port,
    point(next) {
      target = next;
      for (const socket of open) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

export interface Cluster {
  adminUrl: string;
  /** The standby itself, which answers questions alone. */
  readUrl: string;
  /** Pulls the standby's plug, and starts it again. */
  stopStandby(): void;
  startStandby(): void;
  /** Pulls the primary's plug (no checkpoint, no farewell), promotes the standby and moves the address. Answers the seconds it took. */
  failOver(): Promise<number>;
  close(): void;
}

/**
 * A primary and a streaming standby. `isSynchronous`: a commit is acknowledged once the standby has written and synced
 * it; without it the standby may be away.
 */
export async function startCluster(bin: string, { isSynchronous = true } = {}): Promise<Cluster> {
  // for the account of the database, which may not enter a folder of this process's own
  const folder = mkdtempSync(join(process.getuid?.() === 0 ? '/tmp' : tmpdir(), 'cluster-'));
  chmodSync(folder, 0o755);
  const [primary, standby] = ['primary', 'standby'].map((name) => join(folder, name)) as [string, string];
  const owner = spawnSync('id', ['-u', 'postgres'], { encoding: 'utf8' }).stdout.trim();
  mkdirSync(primary, { mode: 0o700 });
  if (process.getuid?.() === 0) for (const path of [folder, primary]) chownSync(path, Number(owner), Number(owner));
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const start = (data: string, port: number): void =>
    run(join(bin, 'pg_ctl'), [
      '-D',
      data,
      '-w',
      '-t',
      '120',
      '-l',
      `${data}.log`,
      '-o',
      `-p ${port} -k ${folder} -h 127.0.0.1`,
      'start',
    ]);
  run(join(bin, 'initdb'), [
    '-D',
    primary,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '--no-sync',
  ]);
  appendFileSync(
    join(primary, 'postgresql.conf'),
    '\nwal_level = replica\nmax_wal_senders = 4\nhot_standby = on\nsynchronous_commit = on\nmax_connections = 60\nshared_buffers = 64MB\n',
  );
  start(primary, primaryPort);
  run(join(bin, 'pg_basebackup'), [
    '-D',
    standby,
    '-h',
    '127.0.0.1',
    '-p',
    String(primaryPort),
    '-U',
    'postgres',
    '-R',
    '-X',
    'stream',
    '-c',
    'fast',
    '--no-sync',
  ]);
  start(standby, standbyPort);
  if (isSynchronous)
    run(join(bin, 'psql'), [
      '-h',
      '127.0.0.1',
      '-p',
      String(primaryPort),
      '-U',
      'postgres',
      '-qc',
      "alter system set synchronous_standby_names = '*'",
      '-c',
      'select pg_reload_conf()',
    ]);
  const address = await createSwitch(primaryPort);
  return {
    adminUrl: `postgres://postgres@127.0.0.1:${address.port}/postgres`,
    readUrl: `postgres://postgres@127.0.0.1:${standbyPort}/postgres`,
    stopStandby: () => run(join(bin, 'pg_ctl'), ['-D', standby, '-m', 'immediate', 'stop']),
    startStandby: () => start(standby, standbyPort),
    async failOver() {
      const began = Date.now();
      run(join(bin, 'pg_ctl'), ['-D', primary, '-m', 'immediate', 'stop']);
      // a standby that became the primary has nobody to wait for
      appendFileSync(join(standby, 'postgresql.auto.conf'), "\nsynchronous_standby_names = ''\n");
      run(join(bin, 'pg_ctl'), ['-D', standby, '-w', 'promote']);
      run(join(bin, 'pg_ctl'), ['-D', standby, 'reload']);
      address.point(standbyPort);
      return (Date.now() - began) / 1000;
    },
    close() {
      address.close();
      for (const data of [primary, standby])
        if (existsSync(join(data, 'postmaster.pid')))
          try {
            run(join(bin, 'pg_ctl'), ['-D', data, '-m', 'immediate', 'stop']);
          } catch {
            /* it has ended */
          }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
