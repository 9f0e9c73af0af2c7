import { createWriteStream, mkdtempSync, openAsBlob, readFileSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { xlsxFile, type SheetCell } from '../../../src/server/archive/xlsxFile.ts';
import { publishForm } from '../../../src/server/documents/publishForm.ts';
import { openRows } from '../../../src/server/imports/stream/rows.ts';
import { author } from '../../server/support/sealDemo.ts';
import { signIn } from '../../server/support.ts';
import { openGround } from '../ground.ts';
import { figure, note } from '../table.ts';

const FORM = 'transfer';
const TITLES = ['标题', '金额', '类别', '日期', '经办人', '说明'];
const FIELDS = [
  { tag: 'el-input', __vModel__: 'title', label: '标题', isTitle: '1', isList: '1', isSearch: '1', required: true },
  { tag: 'el-input-number', __vModel__: 'amount', label: '金额', isList: '1' },
  {
    tag: 'el-select',
    __vModel__: 'kind',
    label: '类别',
    __slot__: {
      options: [
        { label: '合同', value: 'contract' },
        { label: '报告', value: 'report' },
      ],
    },
  },
  { tag: 'el-date-picker', __vModel__: 'day', label: '日期', type: 'date' },
  { tag: 'userSelector', __vModel__: 'who', label: '经办人' },
  { tag: 'el-input', __vModel__: 'note', label: '说明' },
];

function* rowsOf(count: number): Generator<SheetCell[]> {
  for (let at = 0; at < count; at += 1)
    yield [`第 ${at} 条`, at * 3.5, at % 2 ? '合同' : '报告', '2026-03-04', '周明轩', `说明文字 ${at * 7919}`];
}

/** Memory of a process and of those it started, in bytes: now, and at its most since. */
function memory(pid: number): { read(): number; peak(): number; end(): void } {
  const read = (): number =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024;
  let most = read();
  const timer = setInterval(() => {
    most = Math.max(most, read());
  }, 50);
  return { read, peak: () => most, end: () => clearInterval(timer) };
}

const MB = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`;

/** BENCH_TRANSFER_ROWS (100,000; embedded 20,000) rows from a spreadsheet into a list and out again: how fast, and how much memory the server takes for it. */
export async function measureTransfer(adminUrl: string | null): Promise<void> {
  const rows = Number(process.env['BENCH_TRANSFER_ROWS'] ?? (adminUrl ? 100_000 : 20_000));
  const folder = mkdtempSync(join(tmpdir(), 'transfer-'));
  const ground = await openGround(
    adminUrl,
    async ({ context }) => {
      await publishForm(context, { formKey: FORM, formName: '导入', note: '', author, definition: { fields: FIELDS } });
    },
    async () => undefined,
  );
  const watch = memory(ground.pid);
  try {
    const size = `${rows.toLocaleString('en')} rows, ${ground.store}`;
    const path = join(folder, 'list.xlsx');
    await pipeline(
      Readable.from(
        xlsxFile(
          '列表',
          TITLES.map((title) => ({ title })),
          rowsOf(rows),
        ),
      ),
      createWriteStream(path),
    );
    const client = await signIn(ground.url, 'staff');
    const before = watch.read();
    const body = new FormData();
    body.append('file', await openAsBlob(path), 'list.xlsx');
    const began = performance.now();
    const {
      data: { id },
    } = await client.post<{ id: string }>(`/api/system/frmCrud/importRows/${FORM}`, body);
    let steps = 0;
    for (let seen = -1; ;) {
      const { data } = await client.get<{
        state: string;
        message: string;
        share: number;
        saved: number;
        refused: number;
      }>(`/api/system/frmCrud/importState?id=${id}`);
      if (data.saved !== seen) {
        steps += 1;
        seen = data.saved;
      }
      if (data.state === 'failed' || data.refused > 0) throw new Error(`${data.state} ${data.message} ${data.refused}`);
      if (data.state === 'done') {
        if (data.saved !== rows) throw new Error(`${data.saved} of ${rows}`);
        break;
      }
      await new Promise((wake) => {
        setTimeout(wake, 500);
      });
    }
    const seconds = (performance.now() - began) / 1000;
    figure(
      `import of ${size} (${MB((await stat(path)).size)}): seconds, rows a second, times its progress was seen to move`,
      `${seconds.toFixed(0)} s, ${(rows / seconds).toFixed(0)} /s, ${steps}`,
    );
    note(
      `memory of the server at its most during the import / before, ${size}`,
      watch.peak() / 2 ** 20,
      before / 2 ** 20,
      2.5,
      'MB',
    );
    const out = join(folder, 'out.xlsx');
    const start = performance.now();
    const response = await fetch(`${ground.url}/api/system/frmCrud/exportRows/${FORM}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    if (!response.body) throw new Error('no body');
    await pipeline(Readable.fromWeb(response.body as never), createWriteStream(out));
    const spent = (performance.now() - start) / 1000;
    const stream = await openRows(out, {
      unpacked: 2 ** 30,
      columns: 50,
      elementLength: 2 ** 20,
      sharedTextsLength: 2 ** 26,
    });
    let found = -1;
    for await (const row of stream.rows) if (row.cells.length > 0) found += 1;
    await stream.close();
    if (found !== rows) throw new Error(`${found} rows exported of ${rows}`);
    figure(
      `export of ${size}: seconds, rows a second, memory of the server at its most`,
      `${spent.toFixed(0)} s, ${(rows / spent).toFixed(0)} /s, ${MB(watch.peak())}`,
    );
  } finally {
    watch.end();
    await ground.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
