import { createHash, randomBytes, type Hash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '../files/index.ts';
import { OperatorError } from '../store/operatorError.ts';

/**
 * A backup is one gzip stream of lines: a header, then for each table a line that names it and one line for each row
 * (its values as PostgreSQL writes them, in JSON), then for each file a line that names it, followed by its bytes, then
 * an end line with the counts. A file that was cut short has no end line and is refused.
 */
export interface Header {
  backup: 'schema-first';
  format: 1;
  madeAt: string;
  migrations: string[];
  partitions: string[];
}
export type Section =
  | { table: string; columns: string[] }
  | { row: (string | null)[] }
  | { file: string; size: number; sha256: string; content: AsyncIterable<Buffer> };
export interface Counts {
  rows: number;
  files: number;
  bytes: number;
}

/** A backup that cannot be used. The message is for people. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
}

export interface BackupWriter {
  line(value: object | readonly unknown[]): Promise<void>;
  bytes(chunk: Buffer): Promise<void>;
  /** Closes the backup durably under its name. */
  finish(counts: Counts): Promise<void>;
  abandon(): Promise<void>;
}

const STALE_MS = 24 * 3_600_000;

/** What backups of this name left that were killed: it is written to no more. */
export async function removeStale(path: string): Promise<void> {
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    if (!name.startsWith(basename(path)) || !/^\.[0-9a-f]{8}\.part$/.test(name.slice(basename(path).length))) continue;
    const left = join(dirname(path), name);
    const found = await stat(left).catch(() => null);
    if (found && Date.now() - found.mtimeMs > STALE_MS) await rm(left, { force: true });
  }
}

/** Writes beside the name first, so that a failed backup never stands where a good one did, and two at once do not mix. */
export function createBackup(path: string): BackupWriter {
  const part = `${path}.${randomBytes(4).toString('hex')}.part`;
  const gzip = createGzip({ level: 6 });
  const done = pipeline(gzip, createWriteStream(part, { mode: 0o600 }));
  done.catch(() => undefined); // told by `put` or `finish`
  const put = async (chunk: Buffer | string): Promise<void> => {
    if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), done]);
  };
  const line = (value: object): Promise<void> => put(`${JSON.stringify(value)}\n`);
  return {
    line,
    bytes: put,
    async finish(counts) {
      await line({ end: counts });
      gzip.end();
      await done;
      const file = await open(part, 'r+');
      await file.sync().finally(() => file.close());
      await rename(part, path);
      await syncFolder(dirname(path));
    },
    async abandon() {
      gzip.destroy();
      await done.catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}

/** The longest line: a row of the largest record, each of its characters escaped. What is longer was made to fill the memory. */
const LONGEST_LINE = 256 * 1024 * 1024;

/** Bytes of a stream by lines and by counts. */
function createTaker(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  let rest: Buffer = Buffer.alloc(0);
  const more = async (): Promise<Buffer | null> => {
    // in the middle of a file's content the error goes past the reader, to who takes the content
    const { done, value } = await iterator.next().catch((error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith('Z_') ? new BackupError('备份文件不完整或已损坏') : error;
    });
    return done ? null : value;
  };
  return {
    async line(): Promise<string | null> {
      const parts: Buffer[] = [];
      let length = 0;
      for (;;) {
        const end = rest.indexOf(10);
        if (end >= 0) {
          parts.push(rest.subarray(0, end));
          rest = rest.subarray(end + 1);
          return Buffer.concat(parts).toString();
        }
        parts.push(rest);
        length += rest.length;
        if (length > LONGEST_LINE) throw new BackupError('备份文件已损坏：有一行过长');
        const next = await more();
        if (next === null) return null;
        rest = next;
      }
    },
    async *bytes(size: number): AsyncGenerator<Buffer> {
      for (let left = size; left > 0;) {
        if (rest.length === 0) rest = (await more()) ?? Buffer.alloc(0);
        if (rest.length === 0) throw new BackupError('备份文件不完整');
        const chunk = rest.subarray(0, left);
        rest = rest.subarray(chunk.length);
        left -= chunk.length;
        yield chunk;
      }
    },
  };
}

async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Reads a backup from its beginning. `header` first, then every section in turn (a file's content must be read before
 * the next one). Throws BackupError when it is no backup, was cut short or damaged.
 */
export async function* readBackup(path: string): AsyncGenerator<{ header: Header } | Section | { end: Counts }> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  const taker = createTaker(source.pipe(gunzip) as AsyncIterable<Buffer>);
  try {
    const header = JSON.parse((await taker.line()) ?? '') as Header;
    if (header.backup !== 'schema-first') throw new BackupError('不是本系统的备份文件');
    if (header.format !== 1) throw new BackupError(`备份格式 ${String(header.format)} 来自更新的版本，请用该版本恢复`);
    yield { header };
    for (;;) {
      const text = await taker.line();
      if (text === null) throw new BackupError('备份文件不完整');
      const value = JSON.parse(text) as
        | (string | null)[]
        | { table: string; columns: string[] }
        | { file: string; size: number; sha256: string }
        | { end: Counts };
      if (Array.isArray(value)) yield { row: value };
      else if ('end' in value) {
        // the end of the gzip, with its checksum, comes after it
        if ((await taker.line()) !== null) throw new BackupError('备份文件不完整或已损坏');
        yield value;
        return;
      } else if ('table' in value) yield value;
      else {
        if (!/^[0-9a-f]{32}$/.test(value.file)) throw new BackupError('备份文件已损坏：文件编号不正确');
        const hash = createHash('sha256');
        yield { ...value, content: hashed(taker.bytes(value.size), hash) };
        if (hash.digest('hex') !== value.sha256) throw new BackupError(`备份中的文件 ${value.file} 已损坏`);
      }
    }
  } catch (error) {
    if (error instanceof BackupError || (error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    throw code.startsWith('Z_') || error instanceof SyntaxError ? new BackupError('备份文件不完整或已损坏') : error;
  } finally {
    source.destroy();
  }
}

/** Reads all of it and keeps nothing: whether it is whole. */
export async function verifyBackup(path: string): Promise<{ header: Header; counts: Counts }> {
  let header: Header | undefined;
  const counts: Counts = { rows: 0, files: 0, bytes: 0 };
  for await (const part of readBackup(path)) {
    if ('header' in part) ({ header } = part);
    else if ('row' in part) counts.rows += 1;
    else if ('file' in part) {
      for await (const chunk of part.content) counts.bytes += chunk.length;
      counts.files += 1;
    } else if ('end' in part && (part.end.rows !== counts.rows || part.end.files !== counts.files))
      throw new BackupError('备份文件不完整');
  }
  if (!header) throw new BackupError('备份文件不完整');
  return { header, counts };
}
