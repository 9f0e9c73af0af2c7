import { earlyError } from '../domain/problem/index.ts';
import { isForeignFile } from '../domain/fileValue.ts';
import type { DocText, FileRecord } from '../runtime/services/files.ts';
import { ServiceError } from '../runtime/services/serviceError.ts';
import type { ApiConfig } from './http/config.ts';
import type { Http } from './http/client.ts';
import type { DownloadWatch } from './http/downloadWatch.ts';
import { CANCELLED, type Call } from './http/transport.ts';
import { addressOf, openTab, saveBlob, shownType } from './openFile.ts';

/** ER-014 */
const DOWNLOAD_FAILED = '下载文件出现错误，请联系管理员！';

const MEGA = 1024 ** 2;

/** Calls of the file service (CL-035, CL-038, CL-041, CL-086…089, DU-003, DU-004). */
export function createFileCalls(http: Http, { base, fileLimit, fileOutside }: ApiConfig, watch?: DownloadWatch) {
  const bytesOf = async (file: FileRecord, more: Partial<Call> = {}): Promise<Blob> =>
    (await http.download({ method: 'GET', path: `/file/sys/file/download/${encodeURIComponent(file.id)}`, ...more }))
      .bytes;

  /** Saves a file in sight of the person, who may cancel it (DU-001). */
  const save = async (file: FileRecord): Promise<void> => {
    const stop = new AbortController();
    const shown = watch?.begin(file.fileName, () => stop.abort());
    let isDone = false;
    try {
      const bytes = await bytesOf(file, {
        signal: stop.signal,
        onReceived: shown?.progress,
        isQuiet: shown !== undefined,
      });
      if (stop.signal.aborted) return;
      saveBlob(file, bytes);
      isDone = true;
    } catch (error) {
      if (error instanceof ServiceError && error.code === CANCELLED) return;
      throw error;
    } finally {
      shown?.end(isDone);
    }
  };

  /** Where a picture or PDF opens without a header (OD-052): the file-outside URL, else a link of the server, else the bytes. */
  const windowAddress = async (file: FileRecord, type: string): Promise<string> => {
    if (fileOutside !== '') return fileOutside + (file.url.startsWith('/') ? file.url : `/${file.url}`);
    try {
      const { url } = await http.send<{ url: string }>({
        method: 'POST',
        path: '/file/att/outsideUrl',
        body: { id: file.id },
      });
      return url.startsWith('/api/') ? base + url.slice('/api'.length) : url;
    } catch (error) {
      // another back end of the family has no such links
      if (error instanceof ServiceError && error.code === '404') return addressOf(await bytesOf(file), type);
      throw error;
    }
  };

  const show = async (file: FileRecord): Promise<void> => {
    const type = shownType(file);
    const tab = type ? openTab() : null;
    if (!type || !tab) {
      await save(file);
      return;
    }
    try {
      tab.go(await windowAddress(file, type));
    } catch (error) {
      tab.cancel();
      throw error;
    }
  };

  return {
    content: async (file: FileRecord): Promise<Blob> => new Blob([await bytesOf(file)], { type: shownType(file) }),
    docText: (file: FileRecord): Promise<DocText> =>
      http.send({ method: 'GET', path: '/file/att/docText', query: { id: file.id } }),
    /** Throws ServiceError('FILE_SIZE') before anything is sent when the file is over the shell's limit (OD-059). */
    async upload(
      file: File,
      onProgress?: (percent: number) => void,
      signal?: AbortSignal,
    ): Promise<FileRecord & { message?: string }> {
      if (file.size > fileLimit)
        throw new ServiceError('FILE_SIZE', earlyError('FILE_SIZE', { limit: `${Math.floor(fileLimit / MEGA)} MB` }));
      const body = new FormData();
      body.append('file', file, file.name);
      const { data, message } = await http.answer<FileRecord>({
        method: 'POST',
        path: '/file/sys/file/upload',
        body,
        onProgress,
        ...(signal ? { signal } : {}),
      });
      return { ...data, message };
    },
    byIds: (ids: string[]): Promise<FileRecord[]> =>
      http.send({ method: 'POST', path: '/file/att/listByIds', body: { ids } }),
    /** Shows a file in a window of its own (PV-001) or saves it. Throws ServiceError (ER-014). */
    async open(file: FileRecord, how: 'preview' | 'download'): Promise<void> {
      if (isForeignFile(file.id)) {
        window.open(file.id, '_blank', 'noopener,noreferrer');
        return;
      }
      try {
        await (how === 'preview' ? show(file) : save(file));
      } catch (error) {
        if (error instanceof ServiceError && error.code !== 'SERVER') throw error;
        throw new ServiceError('FILE_FAILED', DOWNLOAD_FAILED);
      }
    },
  };
}
