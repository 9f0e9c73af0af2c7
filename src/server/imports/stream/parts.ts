import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { UnreadableBook } from './unreadable.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const MAX_ENTRIES = 2_000;
const MAX_DIRECTORY = 4 * 1024 * 1024;
const TAIL = 22 + 0xffff;

interface Part {
  at: number;
  packed: number;
  method: number;
}

/** An .xlsx file on disk whose parts are unpacked while they are read. */
export interface Parts {
  has(name: string): boolean;
  /** The text of a part in pieces; throws UnreadableBook when all parts together unpack to more than the limit. `onRead`: bytes taken from the file so far, of how many. */
  text(name: string, onRead?: (done: number, of: number) => void): AsyncGenerator<string>;
  close(): Promise<void>;
}

async function bytesAt(file: FileHandle, at: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at);
  if (bytesRead < length) throw new UnreadableBook('文件已损坏');
  return buffer;
}

async function directoryOf(file: FileHandle): Promise<Map<string, Part>> {
  const { size } = await file.stat();
  const tail = await bytesAt(file, Math.max(0, size - TAIL), Math.min(TAIL, size));
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== END)
    throw new UnreadableBook('文件内容不是 Excel 表格（.xlsx）');
  const [count, length, start] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  if (count > MAX_ENTRIES || length > MAX_DIRECTORY) throw new UnreadableBook('文件包含的部分过多');
  const directory = await bytesAt(file, start, length);
  const parts = new Map<string, Part>();
  for (let at = 0, index = 0; index < count; index += 1) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== ENTRY) throw new UnreadableBook('文件已损坏');
    const [name, extra, comment] = [
      directory.readUInt16LE(at + 28),
      directory.readUInt16LE(at + 30),
      directory.readUInt16LE(at + 32),
    ];
    parts.set(directory.toString('utf8', at + 46, at + 46 + name), {
      at: directory.readUInt32LE(at + 42),
      packed: directory.readUInt32LE(at + 20),
      method: directory.readUInt16LE(at + 10),
    });
    at += 46 + name + extra + comment;
  }
  return parts;
}

/** Opens a zip file; `limit` is how far all that is read of it may unpack, in bytes: what the file says of itself is not believed. */
export async function openParts(path: string, limit: number): Promise<Parts> {
  const file = await open(path);
  let left = limit;
  try {
    const parts = await directoryOf(file);
    return {
      has: (name) => parts.has(name),
      async *text(name, onRead) {
        const part = parts.get(name);
        if (!part) throw new UnreadableBook('文件缺少必需的部分');
        const local = await bytesAt(file, part.at, 30);
        if (local.readUInt32LE(0) !== LOCAL || (part.method !== 0 && part.method !== 8))
          throw new UnreadableBook('文件已损坏');
        if (part.packed === 0) return;
        const start = part.at + 30 + local.readUInt16LE(26) + local.readUInt16LE(28);
        let done = 0;
        const packed = async function* (): AsyncGenerator<Buffer> {
          for await (const chunk of createReadStream(path, {
            start,
            end: start + part.packed - 1,
          }) as AsyncIterable<Buffer>) {
            done += chunk.length;
            onRead?.(done, part.packed);
            yield chunk;
          }
        };
        const inflate = createInflateRaw();
        const content = Readable.from(packed()).on('error', (error) => inflate.destroy(error));
        const decoder = new TextDecoder();
        try {
          for await (const chunk of (part.method === 0 ? content : content.pipe(inflate)) as AsyncIterable<Buffer>) {
            left -= chunk.length;
            if (left < 0) throw new UnreadableBook('解压后的内容过大');
            yield decoder.decode(chunk, { stream: true });
          }
          yield decoder.decode();
        } catch (error) {
          throw error instanceof UnreadableBook ? error : new UnreadableBook('文件已损坏');
        } finally {
          content.destroy();
          inflate.destroy();
        }
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}
