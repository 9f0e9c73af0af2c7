import { act, cleanup, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DatasetManagerBlock } from '../../../src/designer/datasets/DatasetManagerBlock.tsx';
import { PutDatasetInMenu } from '../../../src/designer/datasets/PutDatasetInMenu.tsx';
import { useTextHistory } from '../../../src/designer/datasets/useTextHistory.ts';
import type { Plugin } from '../../../src/kernel/registry.ts';
import type { Faces } from '../../../src/runtime/node/faces.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { widget as date } from '../../../src/widgets/el-date-picker/index.ts';
import { widget as number } from '../../../src/widgets/el-input-number/index.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const more: Plugin<Faces>[] = [
  { name: 'numbers', install: ({ registerWidget }) => [number, date].forEach((widget) => registerWidget(widget)) },
];
const block = <DatasetManagerBlock node={{ tag: 'datasetManager' }} path={['root']} />;
const FORM = {
  formKey: 'seal',
  formName: '用印申请',
  version: 1,
  fields: [
    { tag: 'el-input', __vModel__: 'name', label: '名称' },
    { tag: 'el-input', __vModel__: 'reason', label: '事由' },
    { tag: 'el-input-number', __vModel__: 'paid', label: '已付' },
    { tag: 'el-input-number', __vModel__: 'due', label: '应付' },
    { tag: 'el-date-picker', __vModel__: 'endDate', label: '到期日', type: 'date' },
  ],
};
const FIRST = { datasetKey: 'custom/seal', name: '用印', from: 'seal', groupBy: [{ key: 'name', of: 'name' }] };

function services(draft: unknown, saveDraft = vi.fn(async (..._given: unknown[]) => ({ problems: [], revision: 5 }))) {
  const preview = vi.fn(async (_key: string, _text: string) => ({
    problems: [],
    plan: ['Seq Scan'],
    answer: {
      datasetKey: 'custom/seal',
      name: '用印',
      maySee: true,
      groups: [],
      figures: [{ key: 'count', label: '数量', isMeasure: true, precision: 0 }],
      rows: [{ keys: [], labels: [], values: ['42'] }],
      total: 1,
    },
  }));
  const given = {
    ...fakeServices({ forms: { definition: async () => FORM } }),
    datasetDefs: {
      list: async () => [{ key: 'custom/seal', name: '用印', version: 0, updateTime: '', hasDraft: true, revision: 4 }],
      draft: async () => draft,
      saveDraft,
    },
    datasets: { preview },
  } as unknown as Services;
  return { given, saveDraft, preview };
}
const textIn = (saveDraft: ReturnType<typeof vi.fn>): unknown => JSON.parse(saveDraft.mock.calls[0]?.[2] as string);
const zone = (name: string): HTMLElement => screen.getByRole('region', { name });

afterEach(() => {
  cleanup();
  localStorage.clear();
});

describe('a dataset that is designed', () => {
  it('takes fields into groups, figures and filters, says itself in words and shows what the server answers', async () => {
    const { given, saveDraft, preview } = services(FIRST);
    await renderAt('/m?dataset=custom/seal', given, block, administrator, more);
    fireEvent.click(await screen.findByLabelText('创建时间：加入分组'));
    fireEvent.click(screen.getByLabelText('事由：加入统计'));
    fireEvent.click(screen.getByLabelText('创建时间：加入筛选'));
    fireEvent.click(screen.getByLabelText('移除分组“名称”'));
    screen.getByText('创建时间在本年的“用印申请”记录，按创建时间（每月）分组，计算事由数。');
    await screen.findByText('42', undefined, { timeout: 5000 });
    await waitFor(
      () => {
        const asked = JSON.parse(preview.mock.calls.at(-1)?.[1] ?? '{}') as { where?: string };
        expect(asked.where).toBe('within(createTime, thisYear())');
      },
      { timeout: 5000 },
    );
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(saveDraft).toHaveBeenCalled());
    expect(textIn(saveDraft)).toEqual({
      datasetKey: 'custom/seal',
      name: '用印',
      from: 'seal',
      groupBy: [{ key: 'createTime', of: 'createTime', label: '创建时间', by: 'month' }],
      measures: [{ key: 'reasonCount', fn: 'distinct', of: 'reason', label: '事由数' }],
      where: 'within(createTime, thisYear())',
    });
  });

  it('goes back and on again step by step', async () => {
    const { given } = services(FIRST);
    await renderAt('/m?dataset=custom/seal', given, block, administrator, more);
    fireEvent.click(await screen.findByLabelText('事由：加入分组'));
    expect(within(zone('分组')).getByLabelText('分组“事由”的名称')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: /撤销/ }));
    expect(within(zone('分组')).queryByLabelText('分组“事由”的名称')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /重做/ }));
    expect(within(zone('分组')).getByLabelText('分组“事由”的名称')).toBeTruthy();
  });

  it('goes back to the unsaved design after another version was loaded over it', async () => {
    const { given } = services(FIRST);
    Object.assign(given.datasetDefs, {
      versions: async () => [{ version: 1, state: 'published', note: '', author: '', time: '' }],
      version: async () => ({ version: 1, state: 'published', definition: FIRST }),
    });
    await renderAt('/m?dataset=custom/seal', given, block, administrator, more);
    fireEvent.click(await screen.findByLabelText('创建时间：加入分组'));
    fireEvent.click(await screen.findByLabelText('事由：加入分组'));
    const names = () => within(zone('分组')).queryAllByLabelText(/^分组“.*”的名称$/).length;
    expect(names()).toBe(3);
    fireEvent.click(document.querySelector('[data-action="versions"]') as Element);
    fireEvent.click(await screen.findByRole('button', { name: /查\s*看/ }));
    fireEvent.click(await screen.findByRole('button', { name: /载入编辑器/ }));
    await waitFor(() => expect(names()).toBe(1));
    fireEvent.click(screen.getByRole('button', { name: /撤销/ }));
    expect(names()).toBe(3);
  });

  it('opens a text that is no dataset as text, and a condition that cannot be chosen as it is written', async () => {
    const { given } = services('{ "from": ');
    const broken = await renderAt('/m?dataset=custom/seal', given, block, administrator, more);
    await screen.findByText('文本不是可以识别的数据集，请在此改正');
    broken.unmount();
    const { given: other } = services({ ...FIRST, where: "name == 'a' || reason == 'b'" });
    await renderAt('/m?dataset=custom/seal', other, block, administrator, more);
    await screen.findByText("name == 'a' || reason == 'b'");
  });
});

/** Chooses an option of antd's Select by its label. */
async function choose(label: string, option: string): Promise<void> {
  fireEvent.mouseDown(screen.getByRole('combobox', { name: label }));
  const options = await screen.findAllByTitle(option);
  fireEvent.click(options.at(-1) as HTMLElement);
}

describe('figures and ledgers that are designed', () => {
  it('count some records only, are divided by each other, and keep the groups of a condition', async () => {
    const { given, saveDraft } = services(FIRST);
    await renderAt('/m?dataset=custom/seal', given, block, administrator, more);
    fireEvent.click(await screen.findByLabelText('已付：加入统计'));
    fireEvent.click(screen.getByLabelText('应付：加入统计'));
    fireEvent.click(screen.getByLabelText('设置统计值“已付”'));
    await choose('给“已付”加条件', '应付');
    fireEvent.change(screen.getByLabelText('“已付”的小数位数'), { target: { value: '2' } });
    fireEvent.change(screen.getByLabelText('“已付”的单位'), { target: { value: '元' } });
    fireEvent.click(screen.getByRole('button', { name: /计算列/ }));
    await choose('常用公式', '比率（百分比）');
    await choose('分子', '已付');
    await choose('分母', '应付');
    fireEvent.click(within(zone('组的条件')).getByRole('button', { name: /添加条件/ }));
    screen.getByText(/只留 已付 大于 0 的组/);
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(saveDraft).toHaveBeenCalled());
    expect(textIn(saveDraft)).toMatchObject({
      measures: [
        { key: 'paid', fn: 'sum', of: 'paid', where: 'due > 0', precision: 2, unit: '元' },
        { key: 'due', fn: 'sum', of: 'due' },
      ],
      columns: [{ label: '比率（百分比）', computed: 'paid / due', format: 'percent' }],
      having: 'paid > 0',
    });
  });

  it('list single records by details, also by computed ones, and show the first of them', async () => {
    const { given, saveDraft, preview } = services(FIRST);
    preview.mockImplementation(
      async () =>
        ({
          problems: [],
          plan: [],
          answer: null,
          lines: {
            heads: [{ key: 'reason', label: '事由', isNumber: false }],
            figures: [],
            rows: [{ key: '1', cells: [{ text: '投标' }], values: [] }],
            page: { total: 30 },
          },
        }) as never,
    );
    await renderAt('/m?dataset=custom/seal', given, block, administrator, more);
    fireEvent.click(await screen.findByLabelText('事由：加入明细'));
    fireEvent.click(within(zone('明细列')).getByRole('button', { name: /按公式/ }));
    await choose('常用公式', '距某个日期还有几天');
    await choose('日期', '到期日');
    fireEvent.click(screen.getByLabelText(/前移明细列“距某个日期/));
    await screen.findByText('投标', undefined, { timeout: 5000 });
    screen.getByText('明细共 30 条，显示前 1 条');
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(saveDraft).toHaveBeenCalled());
    expect(textIn(saveDraft)).toMatchObject({
      details: [
        { key: 'value', of: 'daysUntil(endDate)', label: '距某个日期还有几天' },
        { key: 'reason', of: 'reason', label: '事由' },
      ],
    });
  });

  it('ask the viewer for no value that only a removed detail read', async () => {
    const params = [{ tag: 'el-input-number', __vModel__: 'rate', label: '折扣' }];
    const details = [
      { key: 'left', of: 'due * params.rate', label: '折后' },
      { key: 'reason', of: 'reason', label: '事由' },
    ];
    const { given, saveDraft } = services({ ...FIRST, params, details });
    await renderAt('/m?dataset=custom/seal', given, block, administrator, more);
    fireEvent.click(await screen.findByLabelText(/(删除|移除).*明细列“折后”/));
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(saveDraft).toHaveBeenCalled());
    expect(textIn(saveDraft)).toMatchObject({ details: [details[1]] });
    expect(textIn(saveDraft)).not.toHaveProperty('params');
  });

  it('edit a condition that is no list of filters as an expression', async () => {
    const { given, saveDraft } = services({ ...FIRST, where: "name == 'a' || reason == 'b'" });
    await renderAt('/m?dataset=custom/seal', given, block, administrator, more);
    const input = await screen.findByLabelText('筛选的表达式');
    fireEvent.change(input, { target: { value: "name == 'a'" } });
    fireEvent.blur(input);
    await screen.findByRole('combobox', { name: '“名称”的条件' });
    fireEvent.click(document.querySelector('[data-action="save"]') as Element);
    await waitFor(() => expect(saveDraft).toHaveBeenCalled());
    expect(textIn(saveDraft)).toMatchObject({ where: "name == 'a'" });
  });
});

it('a new dataset is named in words, has a key of them, and begins with the records of a form by month', async () => {
  const { given, saveDraft } = services(FIRST);
  const forms = { ...given.forms, list: async () => [{ key: 'seal', name: '用印申请', version: 1 }] };
  await renderAt('/m', { ...given, forms } as never, block, administrator, more);
  fireEvent.click(await screen.findByRole('button', { name: /新建数据集/ }));
  const dialog = await screen.findByRole('dialog', { name: '新建数据集' });
  fireEvent.mouseDown(within(dialog).getByLabelText('统计哪个表单的记录'));
  fireEvent.click(await screen.findByTitle('用印申请（seal）'));
  fireEvent.change(within(dialog).getByLabelText('名称'), { target: { value: '每月用印' } });
  await waitFor(() =>
    expect(within(dialog).getByLabelText('数据集键')).toHaveProperty('value', 'custom/meiYueYongYin'),
  );
  fireEvent.click(within(dialog).getByRole('button', { name: /新\s*建/ }));
  await waitFor(() => expect(saveDraft).toHaveBeenCalled());
  expect(saveDraft.mock.calls[0]?.slice(0, 2)).toEqual(['custom/meiYueYongYin', '每月用印']);
  expect(textIn(saveDraft)).toMatchObject({ from: 'seal', groupBy: [{ of: 'createTime', by: 'month' }] });
  await waitFor(() =>
    expect(screen.getByTestId('address').textContent).toBe(`/m?dataset=${encodeURIComponent('custom/meiYueYongYin')}`),
  );
});

it('a dataset that is put into the menu has a page with its figures there, published before the entry', async () => {
  const asked: string[] = [];
  const pages = vi.fn(async (_key: string, _name: string, _page: unknown) => undefined);
  const given = {
    ...fakeServices({}),
    screens: {
      list: async () => [],
      saveDraft: pages,
      publish: async (key: string) => void asked.push(`publish ${key}`),
    },
    menus: {
      all: async () => ({
        entries: [
          {
            id: 'office',
            parentId: null,
            roles: null,
            item: { name: '协同办公', path: '', component: 'Layout' },
            isRemoved: false,
          },
        ],
        roles: [],
      }),
      save: async ({ item }: { item: { name: string; component: string } }) => {
        asked.push(`entry ${item.name} ${item.component}`);
        return {};
      },
    },
  } as unknown as Services;
  await renderAt(
    '/m',
    given,
    <PutDatasetInMenu
      datasetKey="custom/seal"
      doc={FIRST}
      name="每月用印"
      answer={null}
      onClose={() => asked.push('closed')}
    />,
    administrator,
  );
  const dialog = await screen.findByRole('dialog', { name: '放进菜单' });
  fireEvent.click(await within(dialog).findByRole('button', { name: '放进菜单' }));
  await waitFor(() =>
    expect(asked).toEqual([
      'publish custom/custom-seal/figures',
      'entry 每月用印 custom/custom-seal/figures',
      'closed',
    ]),
  );
  expect(pages.mock.calls[0]?.[2]).toMatchObject({
    root: { children: [{ tag: 'statTable', dataset: 'custom/seal', totals: true }] },
  });
});

it('after a change of the text view, a redo does not replace it', () => {
  const { result } = renderHook(() => {
    const [text, setText] = useState('a');
    return { text, setText, history: useTextHistory(text, setText) };
  });
  act(() => result.current.history.change('b'));
  act(() => result.current.history.undo());
  expect([result.current.text, result.current.history.canRedo]).toEqual(['a', true]);
  act(() => result.current.setText('typed'));
  expect(result.current.history.canRedo).toBe(false);
  act(() => result.current.history.redo());
  expect(result.current.text).toBe('typed');
  act(() => result.current.setText('a'));
  act(() => result.current.history.redo());
  expect(result.current.text).toBe('b');
  act(() => result.current.setText('typed again'));
  act(() => result.current.history.undo());
  expect(result.current.text).toBe('a');
  act(() => result.current.history.redo());
  expect(result.current.text).toBe('typed again');
});
