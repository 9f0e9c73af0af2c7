import { fork } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { Refusal } from '../../http/refusal.ts';
import { sizeText } from '../../http/sizeText.ts';
import { processEntry } from '../../threads/entry.ts';
import type { DocMessage, DocText } from './messages.ts';

/** Timeout for reading one document, including the start of the child process. */
const TIMEOUT_MS = 20_000;
const MAX_BYTES = 20 * 1024 * 1024;
/** Maximum number of documents read at a time. Further documents are refused with REQUEST_BUSY. */
const MAX_CONCURRENT = 2;
const MEMORY_MB = 256;

export interface DocReader {
  /**
   * Reads the text of a Word 97-2003 document. Refuses with FILE_UNREADABLE if the document has another format, is
   * too large or takes too long. Refuses with REQUEST_BUSY while too many documents are being read.
   */
  read(content: Readable, size: number): Promise<DocText>;
}

export function createDocReader(): DocReader {
  let runningCount = 0;
  return {
    async read(content, size) {
      if (size > MAX_BYTES) {
        content.destroy();
        throw new Refusal('FILE_UNREADABLE', { detail: `文件超过 ${sizeText(MAX_BYTES)}，请下载后查看` });
      }
      if (runningCount >= MAX_CONCURRENT) {
        content.destroy();
        throw new Refusal('REQUEST_BUSY');
      }
      runningCount += 1;
      try {
        return await readInChild(await buffer(content));
      } finally {
        runningCount -= 1;
      }
    },
  };
}

const unreadableRefusal = (): Refusal =>
  new Refusal('FILE_UNREADABLE', { detail: '文件已损坏或不是 Word 97-2003 文档，请下载后查看' });

function readInChild(content: Buffer): Promise<DocText> {
  const { path, execArgv } = processEntry(import.meta.url, 'child.ts', 'docText.js');
  const child = fork(path, [], {
    execArgv: [`--max-old-space-size=${MEMORY_MB}`, ...execArgv],
    env: { PATH: process.env['PATH'] ?? '' },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let timer: NodeJS.Timeout | undefined;
  return new Promise<DocText>((done, fail) => {
    timer = setTimeout(() => fail(unreadableRefusal()), TIMEOUT_MS);
    child.once('exit', () => fail(unreadableRefusal()));
    child.once('error', fail);
    child.on('message', (message: DocMessage) => {
      if (message.type === 'ready') child.send(content);
      else if (message.type === 'text') done(message.text);
      else fail(unreadableRefusal());
    });
  }).finally(() => {
    clearTimeout(timer);
    child.kill('SIGKILL');
  });
}
