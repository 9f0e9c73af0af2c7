import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { saveBlob } from '../../src/api/saveBlob.ts';
import { readApiConfig } from '../../src/api/http/config.ts';
import type { DownloadDisplay } from '../../src/api/http/downloadDisplay.ts';
import { createServices } from '../../src/api/services.ts';
import type { Services } from '../../src/runtime/services/services.ts';
import { answer, client, memoryTokens, startBackEnd, type BackEnd, type Handler } from './backEnd.ts';

const file = { id: 'f1', fileName: '检测报告.pdf', fileExt: 'pdf', url: '/api/file/sys/file/download/f1' };
let backEnd: BackEnd | undefined;
let saved: string[] = [];
beforeEach(() => {
  saved = [];
  const link = {
    href: '',
    download: '',
    click() {
      saved.push(this.download);
    },
    remove: () => undefined,
  };
  vi.stubGlobal('document', { createElement: () => link, body: { append: () => undefined } });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await backEnd?.close();
});

/** What was told of one download, in order, and its cancel. */
async function start(handler: Handler) {
  backEnd = await startBackEnd(handler);
  const told: unknown[] = [];
  let cancel = (): void => undefined;
  const watch: DownloadDisplay = {
    begin(name, stop) {
      told.push(name);
      cancel = stop;
      return { progress: (loaded, total) => told.push([loaded, total]), end: (isDone) => told.push(isDone) };
    },
  };
  const tokens = memoryTokens();
  const services = createServices(client(backEnd.url, tokens).http, readApiConfig(`${backEnd.url}/api`), tokens, watch);
  return {
    services,
    open: () => services.files.open(file, 'download'),
    told,
    cancel: () => cancel(),
    seen: backEnd.seen,
  };
}

test('a download is told of from its first byte to its last, with its size, and saved under its name (DU-001, CL-089)', async () => {
  const { open, told } = await start((_seen, response) => {
    response
      .writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': '3000000' })
      .end(Buffer.alloc(3_000_000));
  });
  await open();
  expect([told[0], told.at(-1), saved]).toEqual(['检测报告.pdf', true, ['检测报告.pdf']]);
  expect(told).toContainEqual([3_000_000, 3_000_000]);
});

test('a cancelled download ends without a word, asks nothing again and saves nothing', async () => {
  const { open, told, cancel, seen } = await start((_seen, response) => {
    response.writeHead(200, { 'content-length': '100' }).write('half');
    setTimeout(cancel, 30);
  });
  await open();
  expect([told[0], told.at(-1), saved, seen.length]).toEqual(['检测报告.pdf', false, [], 1]);
});

test('a failed download says so and takes the bar away (ER-014)', async () => {
  const { open, told } = await start((_seen, response) =>
    answer(response, { code: 'SERVER', msg: '系统错误', data: null }, 500),
  );
  await expect(open()).rejects.toMatchObject({ code: 'FILE_FAILED', message: '下载文件出现错误，请联系管理员！' });
  expect([told.at(-1), saved]).toEqual([false, []]);
});

test('a refused download keeps the reason of the server', async () => {
  const { open } = await start((_seen, response) =>
    answer(response, { code: '403', msg: '当前操作没有权限', data: null }, 403),
  );
  await expect(open()).rejects.toMatchObject({ code: '403' });
});

test('a file is saved under a name that every file system takes', () => {
  saveBlob('审计 2026/11/28 10:30?.xlsx', new Blob(['x']));
  expect(saved).toEqual(['审计 2026_11_28 10_30_.xlsx']);
});

const EXPORTS: readonly [string, (services: Services) => Promise<boolean>, string][] = [
  ['records', ({ records }) => records.exportRows('seal', { conditions: [] }, '用印'), '用印.xlsx'],
  ['figures', ({ datasets }) => datasets.exportTable({ datasetKey: 'd' } as never, '金额'), '金额.xlsx'],
  ['lines', ({ datasets }) => datasets.exportLines({ datasetKey: 'd' } as never, [], '台账'), '台账.xlsx'],
  ['an import template', ({ listImports }) => listImports.saveTemplate('seal', '模板'), '模板.xlsx'],
  ['the audit log', ({ audit }) => audit.exportRows({} as never, '日志'), '日志.xlsx'],
  ['a system page', ({ system }) => system.download('/sys/x', {}, '人员.xlsx'), '人员.xlsx'],
];

test.each(EXPORTS)(
  'an export of %s is shown with its progress and can be cancelled (DU-001)',
  async (_what, run, name) => {
    const whole = await start((_seen, response) => {
      response.writeHead(200, { 'content-length': '3' }).end('abc');
    });
    expect(await run(whole.services)).toBe(true);
    expect([whole.told[0], whole.told.at(-1), saved]).toEqual([name, true, [name]]);
    await backEnd?.close();
    saved = [];
    const part = await start((_seen, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('half');
      setTimeout(part.cancel, 30);
    });
    expect(await run(part.services)).toBe(false);
    expect([part.told.at(-1), saved]).toEqual([false, []]);
  },
);
