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
 * The header of a backup. A backup is one gzip stream of lines. It begins with a header. For each table it has a line
 * with its name and one line for each row (its values as texts of PostgreSQL, in JSON). For each file it has a line
 * with its id, followed by its bytes. The end line contains the counts. A truncated file has no end line and is
 * refused.
 */
export interface Header {
  backup: 'schema-first';
  format: 1;
  madeAt: string;
  migrations: string[];
  /** The keys of the forms whose records the backup contains. */
  partitions: string[];
}
/** A part of a backup between header and end line: the head of a table, a row of the last such table, or a file. */
export type Section =
  | { table: string; columns: string[] }
  | { row: (string | null)[] }
  | { file: string; size: number; sha256: string; content: AsyncIterable<Buffer> };
/** Number of rows and files in a backup; `bytes`: size of all files. */
export interface Counts {
  rows: number;
  files: number;
  bytes: number;
}

/** The error of a backup that cannot be used. Its message is shown to the operator. */
export class BackupError extends OperatorError {
  override name = 'BackupError';
}

export interface BackupWriter {
  /** Writes a value as one line of JSON. */
  writeLine(value: object | readonly unknown[]): Promise<void>;
  /** Writes bytes as they are. */
  writeBytes(chunk: Buffer): Promise<void>;
  /** Completes the backup, writes it durably to the disk and gives it its final name. */
  finish(counts: Counts): Promise<void>;
  /** Stops writing and deletes the temporary file. */
  abandon(): Promise<void>;
}

/** A partial file older than this is assumed to come from a backup whose process was killed. */
const STALE_PART_MS = 24 * 3_600_000;

/** Removes the partial files of killed backups that were to be written to this path. */
export async function removeStaleParts(path: string): Promise<void> {
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    if (!name.startsWith(basename(path)) || !/^\.[0-9a-f]{8}\.part$/.test(name.slice(basename(path).length))) continue;
    const partPath = join(dirname(path), name);
    const stats = await stat(partPath).catch(() => null);
    if (stats && Date.now() - stats.mtimeMs > STALE_PART_MS) await rm(partPath, { force: true });
  }
}

/**
 * Starts a new backup file. It is written under a temporary name first, so that a failed backup never replaces a good
 * one, and two backups at the same time do not mix.
 */
export function createBackup(path: string): BackupWriter {
  const partPath = `${path}.${randomBytes(4).toString('hex')}.part`;
  const gzip = createGzip({ level: 6 });
  const writePromise = pipeline(gzip, createWriteStream(partPath, { mode: 0o600 }));
  writePromise.catch(() => undefined); // the error is thrown by `writeChunk` or `finish`
  const writeChunk = async (chunk: Buffer | string): Promise<void> => {
    if (!gzip.write(chunk)) await Promise.race([once(gzip, 'drain'), writePromise]);
  };
  const writeLine = (value: object): Promise<void> => writeChunk(`${JSON.stringify(value)}\n`);
  return {
    writeLine,
    writeBytes: writeChunk,
    async finish(counts) {
      await writeLine({ end: counts });
      gzip.end();
      await writePromise;
      const file = await open(partPath, 'r+');
      await file.sync().finally(() => file.close());
      await rename(partPath, path);
      await syncFolder(dirname(path));
    },
    async abandon() {
      gzip.destroy();
      await writePromise.catch(() => undefined);
      await rm(partPath, { force: true });
    },
  };
}

/**
 * Maximum length of a line in bytes: a row with the largest record, every character escaped. A longer line can only be
 * an attempt to exhaust the memory.
 */
const MAX_LINE_BYTES = 256 * 1024 * 1024;

/** Creates a reader that takes the next line or the next number of bytes from a stream. */
function createLineReader(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]();
  /** The bytes of the last chunk that have not been returned yet. */
  let unread: Buffer = Buffer.alloc(0);
  const nextChunk = async (): Promise<Buffer | null> => {
    // while a file's content is read, the error does not pass the `catch` of `readBackup`, so it is converted here
    const { done: isAtEnd, value } = await iterator.next().catch((error: NodeJS.ErrnoException) => {
      throw error.code?.startsWith('Z_') ? new BackupError('备份文件不完整或已损坏') : error;
    });
    return isAtEnd ? null : value;
  };
  return {
    async readLine(): Promise<string | null> {
      const parts: Buffer[] = [];
      let length = 0;
      for (;;) {
        const lineEnd = unread.indexOf(10);
        if (lineEnd >= 0) {
          parts.push(unread.subarray(0, lineEnd));
          unread = unread.subarray(lineEnd + 1);
          return Buffer.concat(parts).toString();
        }
        parts.push(unread);
        length += unread.length;
        if (length > MAX_LINE_BYTES) throw new BackupError('备份文件已损坏：有一行过长');
        const chunk = await nextChunk();
        if (chunk === null) return null;
        unread = chunk;
      }
    },
    async *readBytes(size: number): AsyncGenerator<Buffer> {
      for (let remaining = size; remaining > 0;) {
        if (unread.length === 0) unread = (await nextChunk()) ?? Buffer.alloc(0);
        if (unread.length === 0) throw new BackupError('备份文件不完整');
        const chunk = unread.subarray(0, remaining);
        unread = unread.subarray(chunk.length);
        remaining -= chunk.length;
        yield chunk;
      }
    },
  };
}

async function* withHash(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * Reads a backup from its beginning: the header, every section, and the end. A file's content must be read before the
 * next section. Throws BackupError if the file is not a backup, is truncated or damaged.
 */
export async function* readBackup(path: string): AsyncGenerator<{ header: Header } | Section | { end: Counts }> {
  const source = createReadStream(path);
  const gunzip = createGunzip();
  source.on('error', (error) => gunzip.destroy(error));
  const reader = createLineReader(source.pipe(gunzip) as AsyncIterable<Buffer>);
  try {
    const header = JSON.parse((await reader.readLine()) ?? '') as Header;
    if (header.backup !== 'schema-first') throw new BackupError('不是本系统的备份文件');
    if (header.format !== 1) throw new BackupError(`备份格式 ${String(header.format)} 来自更新的版本，请用该版本恢复`);
    yield { header };
    for (;;) {
      const text = await reader.readLine();
      if (text === null) throw new BackupError('备份文件不完整');
      const value = JSON.parse(text) as
        | (string | null)[]
        | { table: string; columns: string[] }
        | { file: string; size: number; sha256: string }
        | { end: Counts };
      if (Array.isArray(value)) yield { row: value };
      else if ('end' in value) {
        // read to the end of the gzip stream, which contains its checksum
        if ((await reader.readLine()) !== null) throw new BackupError('备份文件不完整或已损坏');
        yield value;
        return;
      } else if ('table' in value) yield value;
      else {
        if (!/^[0-9a-f]{32}$/.test(value.file)) throw new BackupError('备份文件已损坏：文件编号不正确');
        const hash = createHash('sha256');
        yield { ...value, content: withHash(reader.readBytes(value.size), hash) };
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

/** Reads a whole backup without storing anything. Throws BackupError if it is incomplete or damaged. */
export async function verifyBackup(path: string): Promise<{ header: Header; counts: Counts }> {
  let header: Header | undefined;
  const counts: Counts = { rows: 0, files: 0, bytes: 0 };
  for await (const section of readBackup(path)) {
    if ('header' in section) ({ header } = section);
    else if ('row' in section) counts.rows += 1;
    else if ('file' in section) {
      for await (const chunk of section.content) counts.bytes += chunk.length;
      counts.files += 1;
    } else if ('end' in section && (section.end.rows !== counts.rows || section.end.files !== counts.files))
      throw new BackupError('备份文件不完整');
  }
  if (!header) throw new BackupError('备份文件不完整');
  return { header, counts };
}
