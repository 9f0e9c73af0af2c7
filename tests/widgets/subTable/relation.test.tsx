import { act, cleanup, fireEvent } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { narrowWindow } from '../../support/narrowWindow.ts';
import { fakeServices, settle } from '../support.tsx';
import { NAME, STATE, show, type Shown } from './support.tsx';

vi.setConfig({ testTimeout: 60_000 });

/** The relation of a row to a device, which fills the number of the device. */
const DEVICE = {
  tag: 'recordSelector',
  __vModel__: 'device',
  label: '设备',
  to: 'deviceLedger',
  fill: { deviceNo: 'no', state: 'state' },
};
const NUMBER = { tag: 'el-input', __vModel__: 'deviceNo', label: '设备编号' };
const columns = [DEVICE, NUMBER, STATE, NAME];
const CHOSEN = { id: 'a', fieldsMap: { device: 'd1', deviceLabel: '天平', deviceNo: 'TP-1', name: '甲' } };
const TYPED = { id: 'b', fieldsMap: { device: null, deviceLabel: '', deviceNo: '手填', name: '乙' } };

const paste = async (table: Shown, text: string): Promise<void> => {
  await act(async () => table.keys().focus());
  await act(async () => {
    fireEvent.paste(table.keys(), { clipboardData: { getData: () => text } });
  });
  await settle(60);
};

describe('cells that a relation fills', () => {
  test.each([
    ['the first', [CHOSEN, TYPED], [true, false]],
    ['the last', [TYPED, CHOSEN], [false, true]],
  ])('are locked in the rows that have a record, also when %s has one', async (_which, rows, isLocked) => {
    const table = await show({ columns, rows });
    expect(rows.map((_row, i) => table.cell(i, 'deviceNo').className.includes('st-locked'))).toEqual(isLocked);
  });

  test('of an added row are locked when its record is chosen', async () => {
    const table = await show({ columns, rows: [] });
    await table.click(table.action('add-row') as Element);
    expect(table.cell(0, 'deviceNo').className).toContain('st-editable');
    const [row] = table.rows();
    await act(async () =>
      table.session.setValue('samples', [{ ...row, fieldsMap: { ...row.fieldsMap, device: 'd1', deviceNo: 'TP-1' } }]),
    );
    await settle(60);
    expect(table.cell(0, 'deviceNo').className).toContain('st-locked');
  });
});

describe('a row without a record', () => {
  const typed = { deviceNo: '手填', state: '损坏' };

  test('keeps its defaults when it is added, and what was typed when it is copied', async () => {
    const table = await show({ columns, rows: [TYPED] });
    await table.click(table.action('add-row') as Element);
    await settle(60);
    expect(table.rows()[1].fieldsMap).toMatchObject({ state: '损坏' });
    await table.click(table.root.querySelector('[data-row="0"] [data-action="copy-row"]') as Element);
    await settle(60);
    expect(table.rows()[1].fieldsMap).toMatchObject({ deviceNo: '手填', name: '乙' });
  });

  test('keeps what was typed when its empty relation is emptied again', async () => {
    const table = await show({ columns, rows: [{ id: 'a', fieldsMap: { ...typed, name: '乙' } }] });
    await paste(table, '\t手填\t损坏\t丙');
    expect(table.rows()[0].fieldsMap).toMatchObject({ ...typed, name: '丙' });
  });

  test('loses what its relation had filled when the relation is emptied', async () => {
    const table = await show({ columns: [DEVICE, NAME, NUMBER], rows: [CHOSEN] });
    await paste(table, '\t丙');
    expect(table.rows()[0].fieldsMap).toMatchObject({ device: null, deviceNo: null, name: '丙' });
  });
});

test('a text is pasted into a relation whose condition reads the row without that condition, which each save checks', async () => {
  const resolve = vi.fn(async (_to: string, _from: unknown, texts: readonly string[]) =>
    texts.map((text) => ({ text, found: [{ id: 'd2', title: text }] })),
  );
  const relations = { ...fakeServices().relations, resolve };
  const ofRow = { ...DEVICE, fill: undefined, where: 'it.kind == name' };
  const ofForm = { ...ofRow, __vModel__: 'other', label: '其他', where: 'it.kind == kind' };
  const table = await show({
    columns: [ofRow, ofForm, NAME],
    fields: [{ tag: 'el-input', __vModel__: 'kind', label: '类别' }],
    rows: [CHOSEN],
    services: { relations },
  });
  await paste(table, '万能机\t压力机');
  expect(table.rows()[0].fieldsMap).toMatchObject({ device: 'd2', deviceLabel: '万能机', other: 'd2' });
  expect(resolve.mock.calls.map(([, from, texts]) => [from === null, texts])).toEqual([
    [true, ['万能机']],
    [false, ['压力机']],
  ]);
});

describe('the source of what a relation filled has changed', () => {
  const answers = (values: Record<string, Record<string, unknown>>) =>
    vi.fn(async ({ params }: { params: Record<string, unknown> }) => values[String(params['id'])] ?? {});
  const press = async (name: string): Promise<void> => {
    await act(async () => fireEvent.click(document.querySelector(`[data-action="${name}"]`) as Element));
    await settle(60);
  };

  test('更新本列带出 takes it into all rows with a record, as one undo step', async () => {
    const request = answers({ d1: { deviceNo: 'TP-2', state: '在用' } });
    const rows = [CHOSEN, TYPED, { ...CHOSEN, id: 'c' }];
    const table = await show({ columns, rows, services: { request: request as never } });
    await act(async () => fireEvent.contextMenu(table.cell(0, 'device')));
    await settle(60);
    await press('update-fills');
    expect([...document.querySelectorAll('.st-fill-changes tbody tr')].map(({ textContent }) => textContent)).toEqual([
      '1设备编号TP-1TP-2',
      '1状态（空）在用',
      '3设备编号TP-1TP-2',
      '3状态（空）在用',
    ]);
    await press('take-fills');
    const numbers = () => table.rows().map(({ fieldsMap }) => fieldsMap['deviceNo']);
    expect(numbers()).toEqual(['TP-2', '手填', 'TP-2']);
    expect(request).toHaveBeenCalledTimes(1);
    await act(async () => fireEvent.keyDown(table.keys(), { key: 'z', ctrlKey: true }));
    expect(numbers()).toEqual(['TP-1', '手填', 'TP-1']);
  });

  test('is shown and taken on a phone too', async () => {
    narrowWindow();
    const table = await show({
      columns,
      rows: [CHOSEN],
      services: { request: answers({ d1: { deviceNo: 'TP-2' } }) as never },
    });
    expect(table.action('update-fills')?.textContent).toBe('更新“设备”带出');
    await press('update-fills');
    await press('take-fills');
    expect(table.rows()[0].fieldsMap['deviceNo']).toBe('TP-2');
    cleanup();
    // not where no row may be edited
    const locked = await show({ columns: [{ ...DEVICE, flowEditable: '0' }, NUMBER, NAME], rows: [CHOSEN] });
    expect(locked.action('update-fills')).toBeNull();
  });

  test('is not offered in the menu of a column where no row may be edited', async () => {
    const wide = await show({ columns: [{ ...DEVICE, flowEditable: '0' }, NUMBER, NAME], rows: [CHOSEN] });
    await act(async () => fireEvent.contextMenu(wide.cell(0, 'device')));
    await settle(60);
    expect(document.querySelector('[data-action="freeze-column"]')).not.toBeNull();
    expect(document.querySelector('[data-action="update-fills"]')).toBeNull();
  });

  test('what the person may not see there leaves the rows as they are', async () => {
    const table = await show({ columns, rows: [CHOSEN], services: { request: answers({}) as never } });
    await act(async () => fireEvent.contextMenu(table.cell(0, 'device')));
    await settle(60);
    await press('update-fills');
    expect(table.rows()[0].fieldsMap['deviceNo']).toBe('TP-1');
    expect(document.body.textContent).toContain('1 行的来源您不能查看，未更新');
  });

  test('更新带出 beside a field shows what it has now and takes it', async () => {
    const request = answers({ d1: { no: '新编号' } });
    const relation = { ...DEVICE, __vModel__: 'scale', label: '天平', fill: { no: 'no' } };
    const table = await show({
      fields: [relation, { tag: 'el-input', __vModel__: 'no', label: '编号' }],
      values: { scale: 'd1', scaleLabel: '天平', no: '旧编号' },
      services: { request: request as never },
    });
    await press('update-fill');
    expect(document.querySelector('.sf-fill-changes tbody')?.textContent).toBe('编号旧编号新编号');
    await press('take-fill');
    expect(table.session.toRecord().fieldsMap).toMatchObject({ scale: 'd1', no: '新编号' });
    expect(document.querySelector('[data-action="update-fill"]')).toBeNull();
  });

  test('nothing is offered while the source has what was filled', async () => {
    const request = answers({ d1: { no: '旧编号' } });
    await show({
      fields: [
        { ...DEVICE, __vModel__: 'scale', fill: { no: 'no' } },
        { tag: 'el-input', __vModel__: 'no' },
      ],
      values: { scale: 'd1', scaleLabel: '天平', no: '旧编号' },
      services: { request: request as never },
    });
    expect(request).toHaveBeenCalledTimes(1);
    expect(document.querySelector('[data-action="update-fill"]')).toBeNull();
  });
});
