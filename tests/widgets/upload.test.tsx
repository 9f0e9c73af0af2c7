import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { pendingWork } from '../../src/runtime/host/pendingWork.ts';
import type { FileRecord } from '../../src/runtime/services/files.ts';
import { fileRefs } from '../../src/domain/fileValue.ts';
import { acceptFiles, COUNT_REACHED_MESSAGE, uploadLimits } from '../../src/widgets/el-upload/limits.ts';
import { fakeServices, mountEdit, mountView, settle, situation } from './support.tsx';

const NODE = { tag: 'el-upload' as const, __vModel__: 'x', label: '附件' };
const file = (name: string, size = 10, type = ''): File => new File([new Uint8Array(size)], name, { type });
const pick = (...files: File[]): void => {
  fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files } });
};

describe('what may be uploaded', () => {
  test('office documents, text and PDF where the document does not say (FL-010)', () => {
    const { accepted } = acceptFiles(
      [file('a.docx'), file('b.pdf'), file('c.xls'), file('d.txt'), file('e.exe')],
      0,
      NODE,
    );
    expect(accepted.map(({ name }) => name)).toEqual(['a.docx', 'b.pdf', 'c.xls', 'd.txt']);
  });

  test('pictures for a picture list (FL-018)', () => {
    expect(
      acceptFiles([file('a.PNG'), file('b.pdf')], 0, { ...NODE, 'list-type': 'picture-card' }).accepted.map(
        ({ name }) => name,
      ),
    ).toEqual(['a.PNG']);
  });

  test('of pictures five, 5 MB each, where the document does not say; another type is named with those that are taken (FL-013, FL-018, FL-019)', () => {
    const pictures = { ...NODE, 'list-type': 'picture-card' as const };
    const limits = uploadLimits(pictures);
    expect([limits.maxCount, limits.maxSize, limits.maxSizeText]).toEqual([5, 5 * 1024 ** 2, '5 MB']);
    expect(acceptFiles([file('a.pdf')], 0, pictures).warnings).toEqual([
      '“a.pdf”文件格式不正确，请上传png、jpg、jpeg格式的文件',
    ]);
    expect(acceptFiles([file('a.exe')], 0, NODE).warnings).toEqual([
      '“a.exe”文件格式不正确，请上传doc、xls、ppt、txt、pdf格式的文件',
    ]);
  });

  test('what `accept` names, by extension or by type', () => {
    const { accepted, warnings } = acceptFiles([file('a.dwg'), file('b.jpg', 1, 'image/jpeg'), file('c.pdf')], 0, {
      ...NODE,
      accept: '.dwg, image/*',
    });
    expect(accepted.map(({ name }) => name)).toEqual(['a.dwg', 'b.jpg']);
    expect(warnings).toEqual(['“c.pdf”文件格式不正确，请上传dwg、图片格式的文件']);
  });

  test('nothing above the size limit, 5 MB where the document does not say (FL-011, FL-014)', () => {
    expect(acceptFiles([file('a.pdf', 5 * 1024 ** 2 + 1)], 0, NODE).warnings).toEqual([
      '“a.pdf”过大，上传文件大小不能超过 5 MB',
    ]);
    expect(acceptFiles([file('a.pdf', 2049)], 0, { ...NODE, fileSize: 2, sizeUnit: 'KB' }).warnings).toEqual([
      '“a.pdf”过大，上传文件大小不能超过 2 KB',
    ]);
    expect(acceptFiles([file('a.pdf', 2048)], 0, { ...NODE, fileSize: 2, sizeUnit: 'KB' }).accepted).toHaveLength(1);
  });

  test('nothing above the limit of the shell, even where the document allows more (OD-047, OD-059)', () => {
    expect(acceptFiles([file('a.pdf', 3 * 1024 ** 2)], 0, { ...NODE, fileSize: 100 }, 2 * 1024 ** 2).warnings).toEqual([
      '“a.pdf”过大，上传文件大小不能超过 2 MB',
    ]);
    expect(uploadLimits({ ...NODE, fileSize: 1 }, 2 * 1024 ** 2).maxSizeText).toBe('1 MB');
  });

  test('nothing once the count is reached, with the sentence of the specification (FL-008)', () => {
    expect(acceptFiles([file('a.pdf')], 2, { ...NODE, fileCountLimit: 2 })).toEqual({
      accepted: [],
      warnings: ['超过最大上传数量，如果要上传新的附件，请删除旧的文件。'],
    });
    expect(COUNT_REACHED_MESSAGE).toBe('超过最大上传数量，如果要上传新的附件，请删除旧的文件。');
  });

  test('nothing of a pick that would pass the count, 5 where the document does not say (FL-012, FL-015)', () => {
    expect(acceptFiles([file('a.pdf'), file('b.pdf')], 4, NODE)).toEqual({
      accepted: [],
      warnings: ['上传文件数量不能超过 5 个'],
    });
    expect(acceptFiles([file('a.pdf')], 5, NODE)).toEqual({ accepted: [], warnings: ['上传文件数量不能超过 5 个'] });
  });

  test('the file dialog offers what will be accepted', () => {
    expect(uploadLimits({ ...NODE, accept: 'pdf,.docx,image/*' }).accept).toBe('.pdf,.docx,image/*');
  });
});

describe('uploading', () => {
  afterEach(() => {
    vi.useRealTimers();
  });
  const record = (name: string) => ({
    id: `id-${name}`,
    fileName: name,
    fileExt: 'pdf',
    url: '/x',
    message: '服务器说好了',
  });

  test('adds the ids once all have arrived, in the order of the pick, says so once, and keeps a save waiting until then (FL-002, FL-004, FL-006, FL-007, ER-018)', async () => {
    const done: Record<string, () => void> = {};
    const services = fakeServices({
      files: {
        upload: (sent: File) =>
          new Promise((resolve) => {
            done[sent.name] = () => resolve(record(sent.name));
          }),
        byIds: async () => [],
        open: async () => undefined,
      },
    });
    const mounted = await mountEdit(NODE, 'old', {}, services);
    pick(file('a.pdf'), file('b.pdf'));
    await settle();
    expect(screen.getAllByText(/正在上传文件，请稍候/)).toHaveLength(2);
    done['b.pdf']();
    await settle();
    expect([mounted.changes, pendingWork(services)]).toEqual([[], 'files']);
    expect(screen.getByText('已上传')).toBeDefined();
    done['a.pdf']();
    await settle();
    expect(mounted.changes.map(({ value }) => value)).toEqual(['old,id-a.pdf,id-b.pdf']);
    expect([screen.queryByText(/正在上传文件/), pendingWork(services)]).toEqual([null, null]);
    expect(await screen.findByText('服务器说好了')).toBeDefined();
  });

  test('says what is under way and, of a picture that failed, that it did (FL-017, FL-020)', async () => {
    let fail = (): void => undefined;
    const services = fakeServices({
      files: {
        upload: () =>
          new Promise((_done, failed) => {
            fail = () => failed(new Error('网络中断'));
          }),
        byIds: async () => [],
        open: async () => undefined,
      },
    });
    await mountEdit({ ...NODE, 'list-type': 'picture-card' }, '', {}, services);
    pick(file('a.png', 10, 'image/png'));
    await settle();
    await expect.poll(() => document.body.textContent, { timeout: 5000 }).toContain('正在上传文件，请稍候');
    fail();
    await settle();
    expect(document.querySelector('.sf-file-failed')?.textContent).toContain('上传图片失败，网络中断');
  });

  test('shows how far it is', async () => {
    const services = fakeServices({
      files: {
        upload: (_sent: File, onProgress?: (percent: number) => void) => {
          onProgress?.(42);
          return new Promise(() => undefined);
        },
        byIds: async () => [],
        open: async () => undefined,
      },
    });
    await mountEdit(NODE, '', {}, services);
    pick(file('a.pdf'));
    await settle();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42');
  });

  test('a failed one stays with its reason and can be tried again (FL-016)', async () => {
    let attempts = 0;
    const services = fakeServices({
      files: {
        upload: async (sent: File) => {
          attempts += 1;
          if (attempts === 1) throw new Error('网络断开');
          return record(sent.name);
        },
        byIds: async () => [],
        open: async () => undefined,
      },
    });
    const mounted = await mountEdit(NODE, '', {}, services);
    pick(file('a.pdf'));
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('a.pdf：上传文件失败，网络断开');
    fireEvent.click(screen.getByText('重试'));
    await settle();
    expect(mounted.latest().value).toBe('id-a.pdf');
  });

  test('a cancelled one is stopped and keeps the others from waiting', async () => {
    const signals: Record<string, AbortSignal | undefined> = {};
    const done: Record<string, () => void> = {};
    const upload = (sent: File, _onProgress?: unknown, signal?: AbortSignal) =>
      new Promise<ReturnType<typeof record>>((resolve, reject) => {
        signals[sent.name] = signal;
        done[sent.name] = () => resolve(record(sent.name));
        signal?.addEventListener('abort', () => reject(new Error('stopped')));
      });
    const mounted = await mountEdit(
      NODE,
      '',
      {},
      fakeServices({ files: { upload, byIds: async () => [], open: async () => undefined } }),
    );
    pick(file('a.pdf'), file('b.pdf'));
    await settle();
    done['a.pdf']();
    await settle();
    fireEvent.click(screen.getByRole('button', { name: '取消上传 b.pdf' }));
    await settle();
    expect(signals['b.pdf']?.aborted).toBe(true);
    expect(mounted.latest().value).toBe('id-a.pdf');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('three go up at once, the others wait', async () => {
    const sent: string[] = [];
    const services = fakeServices({
      files: {
        upload: (one: File) => {
          sent.push(one.name);
          return new Promise(() => undefined);
        },
        byIds: async () => [],
        open: async () => undefined,
      },
    });
    await mountEdit(NODE, '', {}, services);
    pick(...['a', 'b', 'c', 'd'].map((name) => file(`${name}.pdf`)));
    await settle();
    expect(sent).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    expect(screen.getByText('等待上传')).toBeDefined();
  });

  test('a failed one does not keep back the others, and joins them when it is tried again', async () => {
    let isDown = true;
    const upload = async (sent: File) => {
      if (sent.name === 'a.pdf' && isDown) throw new Error('网络断开');
      return record(sent.name);
    };
    const mounted = await mountEdit(
      NODE,
      '',
      {},
      fakeServices({ files: { upload, byIds: async () => [], open: async () => undefined } }),
    );
    pick(file('a.pdf'), file('b.pdf'));
    await settle();
    expect(mounted.latest().value).toBe('id-b.pdf');
    isDown = false;
    fireEvent.click(screen.getByText('重试'));
    await settle();
    expect(mounted.latest().value).toBe('id-b.pdf,id-a.pdf');
  });

  test('a pasted screenshot is taken under a name of its own', async () => {
    const names: string[] = [];
    const services = fakeServices({
      files: {
        upload: async (sent: File) => {
          names.push(sent.name);
          return record(sent.name);
        },
        byIds: async () => [],
        open: async () => undefined,
      },
    });
    await mountEdit({ ...NODE, 'list-type': 'picture' }, '', {}, services);
    fireEvent.paste(screen.getByText('上传图片'), { clipboardData: { files: [file('image.png', 10, 'image/png')] } });
    await settle();
    expect(names).toEqual([expect.stringMatching(/^截图-\d{8}-\d{6}\.png$/)]);
  });

  test('dropped files are taken like picked ones', async () => {
    const mounted = await mountEdit(NODE, '');
    fireEvent.drop(screen.getByRole('group'), { dataTransfer: { files: [file('a.pdf')] } });
    await settle();
    expect(mounted.latest().value).toBe('f9');
  });

  test('in a sub-table cell one file is taken per pick (FL-009)', async () => {
    const mounted = await mountEdit(NODE, '', { isCell: true });
    expect(document.querySelector<HTMLInputElement>('input[type=file]')?.multiple).toBe(false);
    pick(file('a.pdf'), file('b.pdf'));
    await settle();
    expect(mounted.changes).toHaveLength(1);
    expect(await screen.findByText('单元格中一次只能上传一个文件，其余 1 个未上传')).toBeDefined();
  });

  test.each(['picture-card', 'picture'] as const)(
    'the add button of a %s list goes when it is full, that of a file list stays to say why (FL-021)',
    async (type) => {
      await mountEdit({ ...NODE, 'list-type': type, fileCountLimit: 1 }, 'f2');
      expect(screen.queryByText('上传图片')).toBeNull();
      cleanup();
      await mountEdit({ ...NODE, 'list-type': type, fileCountLimit: 2 }, 'f2');
      expect(screen.queryByText('上传图片')).not.toBeNull();
      cleanup();
      await mountEdit({ ...NODE, fileCountLimit: 1 }, 'f2');
      expect(screen.queryByText('上传附件')).not.toBeNull();
    },
  );
});

describe('a stored value', () => {
  const PDF = { id: 'f1', fileName: '合同扫描件.pdf', fileExt: 'pdf', url: '/f1', size: 1 };
  const DOCX = { id: 'd1', fileName: '方案 & 说明.docx', fileExt: '.docx', url: '/d1', size: 1 };
  const withFiles = (opened: string[] = []) =>
    fakeServices({
      files: {
        upload: () => new Promise(() => undefined),
        byIds: async (ids: string[]) => [PDF, DOCX].filter(({ id }) => ids.includes(id)),
        open: async (one: FileRecord, how: string) => {
          opened.push(`${how} ${one.id}`);
        },
      },
    });
  afterEach(() => vi.restoreAllMocks());

  test('is read from ids and from addresses of the file service alike; new values are ids (OD-046)', async () => {
    expect(
      fileRefs('f1,/api/file/sys/file/download/f2?inline=1, http://oa.example/prod-api/file/sys/file/download/f1'),
    ).toEqual(['f1', 'f2']);
    expect(
      fileRefs([{ id: 'a' }, { url: '/api/file/sys/file/download/b' }, 'https://x.example/%E5%90%88%E5%90%8C.pdf']),
    ).toEqual(['a', 'b', 'https://x.example/%E5%90%88%E5%90%8C.pdf']);
    const view = await mountView(NODE, 'https://x.example/%E5%90%88%E5%90%8C.pdf?x=1', undefined, withFiles());
    expect(view.textContent).toBe('合同.pdf');
  });

  test('opens a PDF in a window of its own, and an office document in the preview page where the field is read-only (PV-001, PV-002, FE-001, FE-002)', async () => {
    const opened: string[] = [];
    const open = vi.spyOn(window, 'open').mockReturnValue(null);
    // an approver’s task is open for editing, this field is not (FE-003)
    Object.assign(situation, { isEdit: '1' });
    await mountView(NODE, 'f1,d1', undefined, withFiles(opened));
    fireEvent.click(screen.getByText(PDF.fileName));
    expect(opened).toEqual(['preview f1']);
    fireEvent.click(screen.getByText(DOCX.fileName));
    const address = new URL(String(open.mock.calls[0]?.[0]), 'http://x').hash;
    expect(Object.fromEntries(new URLSearchParams(address.split('?')[1]))).toEqual({
      fileType: 'docx',
      fileName: DOCX.fileName,
      id: 'd1',
      isEdit: '0',
    });
    expect(address).toMatch(/^#\/taskCenter\/commonOffice\?/);
  });

  test('is only downloaded where the form is being filled in, and says so (PV-002, FE-003)', async () => {
    const opened: string[] = [];
    Object.assign(situation, { isEdit: '1' });
    await mountEdit(NODE, 'd1', {}, withFiles(opened));
    expect(screen.queryByRole('button', { name: `预览 ${DOCX.fileName}` })).toBeNull();
    fireEvent.click(screen.getByText(DOCX.fileName));
    expect(opened).toEqual(['download d1']);
    expect(screen.getByText(DOCX.fileName).title).toContain('填写时不提供在线预览');
  });

  test('names a file that is gone, and offers nothing to open', async () => {
    await mountEdit(NODE, 'gone', {}, withFiles());
    expect((screen.getByText('（文件已不存在）') as HTMLButtonElement).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: /下载/ })).toBeNull();
  });
});

test('a failed file keeps a save waiting until it is sent again or taken out', async () => {
  const services = fakeServices({
    files: {
      upload: async () => {
        throw new Error('网络中断');
      },
      byIds: async () => [],
    } as never,
  });
  await mountEdit(NODE, '', {}, services);
  expect(pendingWork(services)).toBeNull();
  pick(file('a.pdf'));
  await settle();
  expect(pendingWork(services)).toBe('failed');
  fireEvent.click(screen.getByRole('button', { name: /移除/ }));
  await settle();
  expect(pendingWork(services)).toBeNull();
});
