import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { UnreadableBook } from './unreadableBook.ts';

const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const LOCAL_SIGNATURE = 0x04034b50;
const MAX_ENTRIES = 2_000;
const MAX_DIRECTORY_BYTES = 4 * 1024 * 1024;
/** The end record has 22 bytes, and its comment has at most 65,535 bytes. */
const MAX_TAIL_BYTES = 22 + 0xffff;

interface ZipEntry {
  headerOffset: number;
  packedSize: number;
  /** Compression method: 0 for none, 8 for deflate. Others are not supported. */
  method: number;
}

/** An .xlsx file on disk. Its parts are unpacked while they are read. */
export interface ZipParts {
  has(name: string): boolean;
  /**
   * Reads the text of a part in pieces. Throws UnreadableBook if the unpacked bytes of all parts together exceed the
   * `limit` of `openParts`. `onRead` receives the number of packed bytes read so far, and the total number of packed
   * bytes of the part.
   */
  text(name: string, onRead?: (bytesRead: number, totalBytes: number) => void): AsyncGenerator<string>;
  close(): Promise<void>;
}

/** Reads exactly `length` bytes. Throws UnreadableBook if the file ends before. */
async function readBytes(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset);
  if (bytesRead < length) throw new UnreadableBook('文件已损坏');
  return buffer;
}

/** Reads the directory at the end of a zip file: its entries by name. */
async function readDirectory(file: FileHandle): Promise<Map<string, ZipEntry>> {
  const { size } = await file.stat();
  const tail = await readBytes(file, Math.max(0, size - MAX_TAIL_BYTES), Math.min(MAX_TAIL_BYTES, size));
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end + 22 > tail.length || tail.readUInt32LE(end) !== END_SIGNATURE)
    throw new UnreadableBook('文件内容不是 Excel 表格（.xlsx）');
  const [entryCount, directoryLength, directoryStart] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  if (entryCount > MAX_ENTRIES || directoryLength > MAX_DIRECTORY_BYTES) throw new UnreadableBook('文件包含的部分过多');
  const directory = await readBytes(file, directoryStart, directoryLength);
  const entries = new Map<string, ZipEntry>();
  for (let offset = 0, index = 0; index < entryCount; index += 1) {
    if (offset + 46 > directory.length || directory.readUInt32LE(offset) !== ENTRY_SIGNATURE)
      throw new UnreadableBook('文件已损坏');
    const [nameLength, extraLength, commentLength] = [
      directory.readUInt16LE(offset + 28),
      directory.readUInt16LE(offset + 30),
      directory.readUInt16LE(offset + 32),
    ];
    entries.set(directory.toString('utf8', offset + 46, offset + 46 + nameLength), {
      headerOffset: directory.readUInt32LE(offset + 42),
      packedSize: directory.readUInt32LE(offset + 20),
      method: directory.readUInt16LE(offset + 10),
    });
    offset += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}

/**
 * Opens a zip file. `limit`: maximum number of unpacked bytes of all parts together. Bytes are counted while reading,
 * because the declared sizes cannot be trusted.
 */
export async function openParts(path: string, limit: number): Promise<ZipParts> {
  const file = await open(path);
  let remainingBytes = limit;
  try {
    const entries = await readDirectory(file);
    return {
      has: (name) => entries.has(name),
      async *text(name, onRead) {
        const entry = entries.get(name);
        if (!entry) throw new UnreadableBook('文件缺少必需的部分');
        const localHeader = await readBytes(file, entry.headerOffset, 30);
        if (localHeader.readUInt32LE(0) !== LOCAL_SIGNATURE || (entry.method !== 0 && entry.method !== 8))
          throw new UnreadableBook('文件已损坏');
        if (entry.packedSize === 0) return;
        const start = entry.headerOffset + 30 + localHeader.readUInt16LE(26) + localHeader.readUInt16LE(28);
        let packedBytesRead = 0;
        const readPackedChunks = async function* (): AsyncGenerator<Buffer> {
          for await (const chunk of createReadStream(path, {
            start,
            end: start + entry.packedSize - 1,
          }) as AsyncIterable<Buffer>) {
            packedBytesRead += chunk.length;
            onRead?.(packedBytesRead, entry.packedSize);
            yield chunk;
          }
        };
        const inflate = createInflateRaw();
        const packedContent = Readable.from(readPackedChunks()).on('error', (error) => inflate.destroy(error));
        const decoder = new TextDecoder();
        try {
          for await (const chunk of (entry.method === 0
            ? packedContent
            : packedContent.pipe(inflate)) as AsyncIterable<Buffer>) {
            remainingBytes -= chunk.length;
            if (remainingBytes < 0) throw new UnreadableBook('解压后的内容过大');
            yield decoder.decode(chunk, { stream: true });
          }
          yield decoder.decode();
        } catch (error) {
          throw error instanceof UnreadableBook ? error : new UnreadableBook('文件已损坏');
        } finally {
          packedContent.destroy();
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
