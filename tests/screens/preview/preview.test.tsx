import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { write, type WorkSheet } from '@e965/xlsx';
import axe from 'axe-core';
import { MemoryRouter } from 'react-router-dom';
import { createRegistry } from '../../../src/kernel/registry.ts';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import type { FileRecord } from '../../../src/runtime/services/files.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { PreviewBlock } from '../../../src/screens/preview/PreviewBlock.tsx';
import { columnName } from '../../../src/screens/preview/sheet/columnName.ts';
import { SheetGrid } from '../../../src/screens/preview/sheet/SheetGrid.tsx';
import { renderDocx, secureLinks } from '../../../src/screens/preview/docx/renderDocx.ts';
import { readWorkbook } from '../../../src/screens/preview/sheet/workbook.ts';
import { checkZip } from '../../../src/screens/preview/checkZip.ts';
import { docxFile, sheetFile, zipFile } from '../../support/officeFiles.ts';
import { describe, expect, test, vi } from 'vitest';
import { giveSize } from '../../widgets/subTable/support.tsx';
import { situation } from '../fakes.tsx';

const record = (fileName: string, size = 100): FileRecord => ({
  id: 'f1',
  fileName,
  fileExt: fileName.split('.').pop() ?? '',
  url: '/f1',
  size,
});

async function show(query: string, files: Partial<Services['files']>): Promise<void> {
  const services = {
    files: { byIds: async () => [], open: async () => undefined, upload: () => new Promise(() => undefined), ...files },
  } as unknown as Services;
  render(
    <MemoryRouter initialEntries={[`/taskCenter/commonOffice?${query}`]}>
      <RuntimeProvider registry={createRegistry([])} services={services} situation={situation}>
        <PreviewBlock node={{ tag: 'filePreview' }} path={[]} />
      </RuntimeProvider>
    </MemoryRouter>,
  );
  await act(
    () =>
      new Promise((done) => {
        setTimeout(done, 20);
      }),
  );
}

describe('the preview page', () => {
  test('says so when the file is gone or not for this person, and when the address names none', async () => {
    await show('id=f1', {});
    expect(screen.getByText('文件已不存在，或您没有查看权限')).toBeDefined();
    document.body.replaceChildren();
    await show('', {});
    expect(screen.getByText('地址中缺少文件编号')).toBeDefined();
  });

  test('shows the text of an old Word document, and that its layout is left out', async () => {
    await show('id=f1&isEdit=0', {
      byIds: async () => [record('方案.doc')],
      docText: async () => ({ body: '一、工程概况\n项目\t数量', notes: '', isCut: false }),
    });
    expect(screen.getByText('一、工程概况').tagName).toBe('P');
    expect(screen.getByText('数量').tagName).toBe('SPAN');
    expect(screen.getByRole('alert').textContent).toContain('仅显示文字');
  });

  test('offers the download where the document cannot be read', async () => {
    const open = vi.fn(async () => undefined);
    await show('id=f1&isEdit=0', {
      byIds: async () => [record('方案.doc')],
      open,
      docText: async () => {
        throw new ServiceError('FILE_UNREADABLE', '文件无法预览：已损坏');
      },
    });
    expect(screen.getByText('文件无法预览：已损坏')).toBeDefined();
    fireEvent.click(screen.getByText('下载文件'));
    expect(open).toHaveBeenCalledWith(record('方案.doc'), 'download');
  });

  test.each([
    ['while the form is filled in', 'id=f1&isEdit=1', record('a.docx'), '填写时不提供在线预览，请下载后查看'],
    [
      'of a file larger than the page can hold',
      'id=f1&isEdit=0',
      record('a.xlsx', 21 * 1024 ** 2),
      '文件超过 20 MB，请下载后查看',
    ],
    ['of a kind that nothing can show', 'id=f1&isEdit=0', record('a.zip'), '此类文件不支持在线预览，请下载后查看'],
  ])('fetches nothing %s and offers the download (PV-002, FE-003)', async (_when, query, file, text) => {
    const content = vi.fn(async () => new Blob());
    await show(query, { byIds: async () => [file], content });
    expect(screen.getByText(text)).toBeDefined();
    expect(content).not.toHaveBeenCalled();
  });
});

describe('a workbook', () => {
  const rows = [
    ['名称', '数量', '日期'],
    ['水泥', 12.5, '2026-01-02'],
    ['钢筋', 3, ''],
  ];

  test.each(['xlsx', 'biff8'] as const)('is read with its sheets, numbers and texts (%s)', (type) => {
    const [first, second] = readWorkbook(sheetFile({ 材料: rows, 空表: [[]] }, type));
    expect(first.name).toBe('材料');
    expect(first.rows[1]).toEqual([{ t: '水泥' }, { t: '12.5', n: true }, { t: '2026-01-02' }]);
    expect([second.name, second.rows]).toEqual(['空表', []]);
  });

  test.each(['xlsx', 'biff8'] as const)('shows dates as a Chinese spreadsheet does (%s)', (bookType) => {
    const moment = 45356.52;
    const formats = ['m/d/yy', 'm/d/yy h:mm', '[$-F800]dddd, mmmm dd, yyyy', 'yyyy-mm-dd', '0.00'];
    const sheet = Object.fromEntries(formats.map((z, column) => [`${'ABCDE'[column]}1`, { t: 'n', v: moment, z }]));
    const content = write(
      { SheetNames: ['日期'], Sheets: { 日期: { ...sheet, '!ref': 'A1:E1' } as WorkSheet } },
      { type: 'buffer', bookType },
    ) as Uint8Array;
    const [{ rows: shown }] = readWorkbook(content);
    expect(shown[0]?.map((cell) => cell?.t)).toEqual([
      '2024/3/5',
      '2024/3/5 12:28',
      '2024年3月5日',
      '2024-03-05',
      '45356.52',
    ]);
  });

  test('keeps merged cells and says when it is longer than is shown', () => {
    const [sheet] = readWorkbook(
      sheetFile({ 长表: Array.from({ length: 6000 }, (_none, index) => [index, 'x']) }, 'xlsx', ['A1:B2']),
    );
    expect(sheet.merges).toEqual([{ row: 0, column: 0, rows: 2, columns: 2 }]);
    expect([sheet.rows.length, sheet.isCut]).toEqual([5000, true]);
  });

  test('is drawn as a table that assistive tools can read', async () => {
    const [sheet] = readWorkbook(sheetFile({ 材料: rows }));
    // without a layout nothing is in the window: give the scroller a height
    const restore = giveSize(400, 600);
    const { container } = render(<SheetGrid sheet={sheet} />);
    await waitFor(() => expect(screen.getByText('水泥')).toBeDefined());
    expect(screen.getByText('12.5').className).toContain('pv-number');
    const { violations } = await axe.run(container, {
      rules: { region: { enabled: false }, 'color-contrast': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    restore();
  });

  test('names its columns like a spreadsheet', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA']);
  });
});

describe('a Word document', () => {
  test('is drawn inside a shadow root with its paragraphs', async () => {
    const host = document.body.appendChild(document.createElement('div'));
    await renderDocx(host, new Blob([docxFile(['检测报告', '一、概况']) as BlobPart]));
    expect(host.shadowRoot?.textContent).toContain('检测报告');
    expect(host.textContent).toBe('');
  });

  test('runs no script by a link, opens others in a window of their own, and keeps its bookmarks from becoming routes', () => {
    const host = document.body.appendChild(document.createElement('div'));
    const root = host.attachShadow({ mode: 'open' });
    root.innerHTML =
      '<a id="bad" href="javascript:alert(1)">a</a><a id="data" href="data:text/html,x">b</a><a id="out" href="https://example.com/x">c</a><a id="in" href="#part">d</a><p id="part">e</p><a id="odd" href="#50%">f</a><p id="50%">g</p>';
    secureLinks(root);
    const link = (id: string) => root.querySelector(`#${id}`);
    expect([link('bad'), link('data')].map((one) => one?.hasAttribute('href'))).toEqual([false, false]);
    expect([link('out')?.getAttribute('target'), link('out')?.getAttribute('rel')]).toEqual([
      '_blank',
      'noopener noreferrer',
    ]);
    const scroll = vi.fn();
    Object.assign(link('part') as object, { scrollIntoView: scroll });
    const click = new MouseEvent('click', { bubbles: true, cancelable: true });
    link('in')?.dispatchEvent(click);
    expect([click.defaultPrevented, scroll.mock.calls.length]).toEqual([true, 1]);
    // a percent sign that is not encoded
    Object.assign(root.querySelector('[id="50%"]') as object, { scrollIntoView: scroll });
    link('odd')?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    expect(scroll).toHaveBeenCalledTimes(2);
  });

  test.each([
    ['cut off', docxFile(['x']).subarray(0, 200)],
    ['something else', Buffer.from('MZ not a document')],
    ['a zip of other things', zipFile({ 'a.txt': 'x' })],
  ])('is refused in words when it is %s', async (_what, content) => {
    await expect(renderDocx(document.createElement('div'), new Blob([content as BlobPart]))).rejects.toMatchObject({
      code: 'FILE_UNREADABLE',
    });
  });
});

describe('a packed file', () => {
  const bomb = zipFile({ 'word/document.xml': new Uint8Array(40 * 1024 ** 2) });

  test('that unpacks to too much is refused by what it says of itself', async () => {
    await expect(checkZip(bomb)).rejects.toThrow('文件解压后过大');
  });

  test('that lies about its size is refused by what it really unpacks to', async () => {
    const lying = Uint8Array.from(bomb);
    const view = new DataView(lying.buffer);
    for (let at = 0; at < lying.length - 30; at += 1)
      if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 100, true);
    await expect(checkZip(lying)).rejects.toThrow('文件解压后过大');
  });

  test('of usual size passes', async () => {
    await expect(checkZip(docxFile(['正文']))).resolves.toBeUndefined();
  });
});
