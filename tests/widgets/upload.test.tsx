import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { FileRecord } from '../../src/runtime/services.ts';
import { admit, COUNT_REACHED, uploadLimits } from '../../src/widgets/el-upload/limits.ts';
import { fakeServices, mountEdit, settle } from './support.tsx';

const NODE = { tag: 'el-upload' as const, __vModel__: 'x', label: '附件' };
const file = (name: string, size = 10, type = ''): File => new File([new Uint8Array(size)], name, { type });
const pick = (...files: File[]): void => { fireEvent.change(document.querySelector('input[type=file]') as Element, { target: { files } }); };

describe('what may be uploaded', () => {
  test('office documents, text and PDF where the document does not say (FL-010)', () => {
    const { accepted } = admit([file('a.docx'), file('b.pdf'), file('c.xls'), file('d.txt'), file('e.exe')], 0, NODE);
    expect(accepted.map(({ name }) => name)).toEqual(['a.docx', 'b.pdf', 'c.xls', 'd.txt']);
  });

  test('pictures for a picture list (FL-018)', () => {
    expect(admit([file('a.PNG'), file('b.pdf')], 0, { ...NODE, 'list-type': 'picture-card' }).accepted.map(({ name }) => name)).toEqual(['a.PNG']);
  });

  test('what `accept` names, by extension or by type', () => {
    const { accepted, warnings } = admit([file('a.dwg'), file('b.jpg', 1, 'image/jpeg'), file('c.pdf')], 0, { ...NODE, accept: '.dwg, image/*' });
    expect(accepted.map(({ name }) => name)).toEqual(['a.dwg', 'b.jpg']);
    expect(warnings).toEqual(['“c.pdf”文件格式不正确，请上传dwg、图片格式的文件']);
  });

  test('nothing above the size limit, 5 MB where the document does not say (FL-011, FL-014)', () => {
    expect(admit([file('a.pdf', 5 * 1024 ** 2 + 1)], 0, NODE).warnings).toEqual(['“a.pdf”过大，上传文件大小不能超过 5 MB']);
    expect(admit([file('a.pdf', 2049)], 0, { ...NODE, fileSize: 2, sizeUnit: 'KB' }).warnings).toEqual(['“a.pdf”过大，上传文件大小不能超过 2 KB']);
    expect(admit([file('a.pdf', 2048)], 0, { ...NODE, fileSize: 2, sizeUnit: 'KB' }).accepted).toHaveLength(1);
  });

  test('nothing once the count is reached, with the sentence of the specification (FL-008)', () => {
    expect(admit([file('a.pdf')], 2, { ...NODE, fileCountLimit: 2 })).toEqual({ accepted: [], warnings: ['超过最大上传数量，如果要上传新的附件，请删除旧的文件。'] });
    expect(COUNT_REACHED).toBe('超过最大上传数量，如果要上传新的附件，请删除旧的文件。');
  });

  test('nothing of a pick that would pass the count, 5 where the document does not say (FL-012, FL-015)', () => {
    expect(admit([file('a.pdf'), file('b.pdf')], 4, NODE)).toEqual({ accepted: [], warnings: ['上传文件数量不能超过 5 个'] });
  });

  test('the file dialog offers what will be accepted', () => {
    expect(uploadLimits({ ...NODE, accept: 'pdf,.docx,image/*' }).accept).toBe('.pdf,.docx,image/*');
  });
});

describe('uploading', () => {
  afterEach(() => { vi.useRealTimers(); });
  const record = (name: string): FileRecord => ({ id: `id-${name}`, fileName: name, fileExt: 'pdf', url: '/x' });

  test('adds every id that arrives, in whatever order they do (FL-002, FL-004)', async () => {
    const done: Record<string, () => void> = {};
    const services = fakeServices({ files: { upload: (sent: File) => new Promise((resolve) => { done[sent.name] = () => resolve(record(sent.name)); }), byIds: async () => [], open: async () => undefined } });
    const mounted = await mountEdit(NODE, 'old', {}, services);
    pick(file('a.pdf'), file('b.pdf'));
    await settle();
    expect(screen.getAllByText(/正在上传文件，请稍候/)).toHaveLength(2);
    done['b.pdf']();
    done['a.pdf']();
    await settle();
    expect(mounted.latest().value).toBe('old,id-b.pdf,id-a.pdf');
    expect(screen.queryByText(/正在上传文件/)).toBeNull();
  });

  test('shows how far it is', async () => {
    const services = fakeServices({ files: { upload: (_sent: File, onProgress?: (percent: number) => void) => { onProgress?.(42); return new Promise(() => undefined); }, byIds: async () => [], open: async () => undefined } });
    await mountEdit(NODE, '', {}, services);
    pick(file('a.pdf'));
    await settle();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('42');
  });

  test('a failed one stays with its reason and can be tried again (FL-016)', async () => {
    let attempts = 0;
    const services = fakeServices({ files: { upload: async (sent: File) => { attempts += 1; if (attempts === 1) throw new Error('网络断开'); return record(sent.name); }, byIds: async () => [], open: async () => undefined } });
    const mounted = await mountEdit(NODE, '', {}, services);
    pick(file('a.pdf'));
    await settle();
    expect(screen.getByRole('alert').textContent).toContain('a.pdf：上传文件失败，网络断开');
    fireEvent.click(screen.getByText('重试'));
    await settle();
    expect(mounted.latest().value).toBe('id-a.pdf');
  });

  test('in a sub-table cell one file is taken per pick (FL-009)', async () => {
    const mounted = await mountEdit(NODE, '', { isCell: true });
    expect(document.querySelector<HTMLInputElement>('input[type=file]')?.multiple).toBe(false);
    pick(file('a.pdf'), file('b.pdf'));
    await settle();
    expect(mounted.changes).toHaveLength(1);
  });

  test('the add button of a picture list goes when it is full (FL-021)', async () => {
    await mountEdit({ ...NODE, 'list-type': 'picture-card', fileCountLimit: 1 }, 'f2');
    expect(screen.queryByText('上传图片')).toBeNull();
  });
});
