import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { PackManagerBlock } from '../../../src/designer/packs/PackManagerBlock.tsx';
import type { Preview } from '../../../src/designer/packs/packs.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const admin = { ...situation, user: { ...situation.user, roles: ['admin'] } };
const block = <PackManagerBlock node={{ tag: 'packManager' }} path={['root']} />;
const item = {
  changedBy: '甲',
  changedAt: '2026-11-01 10:00:00',
  hasDraft: false,
  isDisabled: false,
  here: null,
  there: null,
};
const PREVIEW: Preview = {
  name: '用车',
  note: '试用',
  madeAt: '2026-11-24 10:00:00',
  madeBy: '乙',
  items: [
    { ...item, kind: 'form', key: 'car', name: '车辆', state: 'new', isTaken: true },
    {
      ...item,
      kind: 'dictionary',
      key: 'carKind',
      name: '车型',
      state: 'conflict',
      isTaken: false,
      here: '{"a":1}',
      there: '{"a":2}',
    },
    { ...item, kind: 'flow', key: 'carFlow', name: '用车审批', state: 'same', isTaken: false },
  ],
  missing: [
    { kind: 'role', key: 'fleet', name: '车队', by: '用车审批', place: '节点“安排”', canMap: true, mapped: null },
    { kind: 'dictionary', key: 'colour', name: '颜色', by: '车辆', place: '字段“颜色”', canMap: false, mapped: null },
  ],
  problems: [],
  effects: [],
  toReview: [],
  seen: 's1',
};
type Call = { url: string; params: Record<string, unknown> };

function given(calls: Call[], preview: (call: Call) => Preview = () => PREVIEW): Services {
  const fakes = fakeServices({});
  return {
    ...fakes,
    request: (async (call: Call) => {
      calls.push(call);
      const name = call.url.split('/').pop();
      if (name === 'preview') {
        const answer = preview(call);
        const take = call.params['take'] as { key: string }[] | undefined;
        return take
          ? {
              ...answer,
              items: answer.items.map((one) => ({ ...one, isTaken: take.some(({ key }) => key === one.key) })),
            }
          : answer;
      }
      if (name === 'administrators') return [{ id: 'b', name: '李四' }];
      if (name === 'review') return { asked: 1 };
      if (name === 'import') return { id: 'p1', added: 1, changed: 1 };
      if (name === 'options') return [{ code: 'driver', name: '司机班' }];
      if (name === 'page')
        return {
          data: [
            {
              id: 'p1',
              name: '用车',
              note: '',
              madeAt: 'm',
              madeBy: '乙',
              importedBy: '甲',
              importedAt: 'i',
              added: 1,
              changed: 1,
              undoneBy: '',
              undoneAt: '',
            },
          ],
          page: { total: 1 },
        };
      if (name === 'undo')
        throw new ServiceError('PACK_UNDO', '不能撤销，未做任何修改：导入之后又修改过表单“车辆”', null);
      return [];
    }) as unknown as Services['request'],
  };
}
const opened = async (calls: Call[], preview?: (call: Call) => Preview) => {
  const view = await renderAt('/packs?tab=import', given(calls, preview), block, admin);
  const input = view.container.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, {
    target: { files: [new File(['{"format":"x"}'], 'pack.json', { type: 'application/json' })] },
  });
  await screen.findByText('包中的内容（3）');
  return view;
};
const act = (name: string): HTMLElement => document.querySelector(`[data-action="${name}"]`) as HTMLElement;

afterEach(cleanup);

describe('taking a pack in', () => {
  it('shows what would change, overwrites nothing unasked, and cannot choose what is the same', async () => {
    const { container } = await opened([]);
    expect((screen.getByLabelText('导入车辆') as HTMLInputElement).checked).toBe(true);
    expect((screen.getByLabelText('导入车型') as HTMLInputElement).checked).toBe(false);
    expect((screen.getByLabelText('导入用车审批') as HTMLInputElement).disabled).toBe(true);
    expect(screen.getByText('不能代替')).toBeTruthy();
    expect(act('import-pack').textContent).toContain('1 项');
    expect(
      (await axe.run(container, { rules: { region: { enabled: false } } })).violations.map(({ id }) => id),
    ).toEqual([]);
  });

  it('is checked again after another choice, and sends exactly what was checked', async () => {
    const calls: Call[] = [];
    await opened(calls, ({ params }) => ({ ...PREVIEW, seen: params['take'] ? 's2' : 's1' }));
    fireEvent.click(screen.getByLabelText('导入车型'));
    expect(act('import-pack')).toBeNull();
    fireEvent.click(act('check-again'));
    await waitFor(() => expect(act('import-pack')?.textContent).toContain('2 项'));
    fireEvent.click(act('import-pack'));
    expect(await screen.findByText(/其中 1 项会覆盖本系统自己的修改：车型。有 2 处缺少的引用/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: '导 入' }));
    await waitFor(() => expect(calls.some(({ url }) => url.endsWith('/import'))).toBe(true));
    expect(calls.find(({ url }) => url.endsWith('/import'))?.params).toEqual({
      pack: '{"format":"x"}',
      take: [
        { kind: 'form', key: 'car' },
        { kind: 'dictionary', key: 'carKind' },
      ],
      mapping: {},
      seen: 's2',
    });
  });

  it('takes a chosen replacement away again, but not one that was found by its name', async () => {
    const missing = PREVIEW.missing.slice(0, 1);
    await opened([], ({ params }) => ({
      ...PREVIEW,
      missing: missing.map((one) => ({
        ...one,
        mapped: Object.keys((params['mapping'] as object | undefined) ?? {}).length > 0 ? 'driver' : null,
      })),
    }));
    const select = (): Element =>
      screen.getByRole('combobox', { name: '由谁代替车队' }).closest('.ant-select') as Element;
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '由谁代替车队' }));
    fireEvent.click(await screen.findByTitle('司机班'));
    fireEvent.click(act('check-again'));
    await waitFor(() =>
      expect((act('check-again') as HTMLButtonElement | null)?.className ?? '').not.toContain('loading'),
    );
    expect(select().textContent).toContain('司机班');
    fireEvent.mouseDown(select().querySelector('.ant-select-clear') as Element);
    await waitFor(() => expect(select().textContent).not.toContain('司机班'));
    cleanup();
    await opened([], () => ({ ...PREVIEW, missing: missing.map((one) => ({ ...one, mapped: 'driver' })) }));
    await waitFor(() => expect(select().textContent).toContain('司机班'));
    expect(select().querySelector('.ant-select-clear')).toBeNull();
  });

  it('puts its documents up for review where nothing is published without one, and says what comes later', async () => {
    const calls: Call[] = [];
    await opened(calls, () => ({ ...PREVIEW, toReview: [{ kind: 'form', key: 'car' }] }));
    fireEvent.click(screen.getByLabelText('导入车型'));
    fireEvent.click(act('check-again'));
    await waitFor(() => expect(act('import-pack')?.textContent).toBe('提交复核 1 份文档'));
    fireEvent.click(act('import-pack'));
    expect(await screen.findByText(/其余 1 项（字典、角色、菜单）现在不导入/)).toBeTruthy();
    expect((act('ask-review') as HTMLButtonElement).disabled).toBe(true);
    fireEvent.mouseDown(screen.getByRole('combobox', { name: '复核人' }));
    fireEvent.click(await screen.findByTitle('李四'));
    fireEvent.click(act('ask-review'));
    await waitFor(() => expect(calls.some(({ url }) => url.endsWith('/pack/review'))).toBe(true));
    expect(calls.find(({ url }) => url.endsWith('/pack/review'))?.params).toMatchObject({
      pack: '{"format":"x"}',
      seen: 's1',
      reviewerId: 'b',
    });
    expect(calls.some(({ url }) => url.endsWith('/import'))).toBe(false);
  });

  it('is not possible while something is wrong, which is told with document and place', async () => {
    await opened([], () => ({
      ...PREVIEW,
      problems: [
        {
          kind: 'form',
          key: 'car',
          name: '车辆',
          level: 'error',
          path: ['fields', 1, 'to'],
          message: '表单“goal”不存在',
        },
      ],
    }));
    expect(screen.getByText('表单“车辆”（fields › 1 › to）：表单“goal”不存在')).toBeTruthy();
    expect((act('import-pack') as HTMLButtonElement).disabled).toBe(true);
  });
});

it('a pack is saved with what was chosen and what it needs, unless that is left out', async () => {
  const download = vi.fn(async (..._given: unknown[]) => undefined);
  const listed = { id: '1', kind: 'form', key: 'car', name: '车辆', time: '' };
  const related = (id: string, key: string, name: string, isProposed: boolean) => ({
    ...listed,
    id,
    key,
    name,
    kind: 'flow',
    by: '车辆',
    why: 'uses',
    isProposed,
  });
  const services = {
    ...fakeServices({}),
    system: { download },
    request: async ({ url }: Call) =>
      url.endsWith('/items')
        ? { data: [listed], page: { total: 1 } }
        : [
            related('2', 'carFlow', '用车审批', true),
            related('3', 'old', '旧流程', true),
            related('4', 'x', '别的', false),
          ],
  } as unknown as Services;
  await renderAt('/packs', services, block, admin);
  fireEvent.click(await screen.findByLabelText('选择车辆'));
  fireEvent.click(act('export-pack'));
  fireEvent.click(await screen.findByLabelText('一并导出旧流程'));
  await waitFor(() => expect(act('save-pack').textContent).toBe('导出 2 项'));
  fireEvent.click(act('save-pack'));
  await waitFor(() => expect(download).toHaveBeenCalledTimes(1));
  expect(download.mock.calls[0]?.slice(1)).toEqual([
    {
      name: '车辆',
      note: '',
      items: [
        { kind: 'form', key: 'car' },
        { kind: 'flow', key: 'carFlow' },
      ],
    },
    '配置包-车辆.json',
  ]);
});

it('an import that was taken back is marked so, and cannot be once more', async () => {
  const calls: Call[] = [];
  let undoneAt = '';
  const services = given(calls);
  const request = (async (call: Call) => {
    if (call.url.endsWith('/undo')) {
      undoneAt = '2026-11-25 10:00:00';
      return { restored: 1, removed: 1, kept: [] };
    }
    const answer = (await services.request(call as never)) as { data: object[] };
    return call.url.endsWith('/page') ? { ...answer, data: answer.data.map((row) => ({ ...row, undoneAt })) } : answer;
  }) as unknown as Services['request'];
  await renderAt('/packs?tab=history', { ...services, request }, block, admin);
  fireEvent.click(await screen.findByText('撤销'));
  fireEvent.click(await screen.findByRole('button', { name: '撤销导入' }));
  await screen.findByText('已撤销');
  expect(act('undo-import')).toBeNull();
});

it('an import that cannot be taken back says why', async () => {
  const calls: Call[] = [];
  await renderAt('/packs?tab=history', given(calls), block, admin);
  fireEvent.click(await screen.findByText('撤销'));
  fireEvent.click(await screen.findByRole('button', { name: '撤销导入' }));
  expect(await screen.findByText(/导入之后又修改过表单“车辆”/)).toBeTruthy();
});

it('is for administrators', async () => {
  await renderAt('/packs', given([]), block, situation);
  expect(await screen.findByText('配置包仅对系统管理员开放')).toBeTruthy();
});
