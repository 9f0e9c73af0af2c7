import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import { fakeServices, mountEdit, settle } from './support.tsx';

const NODE = {
  tag: 'el-select',
  __vModel__: 'project',
  label: '工程',
  isRemote: '1',
  remote: true,
  resourseApi: '/sys/projects',
  resourseApiType: 'POST',
  hashArr: { label: 'name', value: 'code' },
} as AnyNode;
const MANY = { ...NODE, multiple: true, 'multiple-limit': 2 } as AnyNode;
const PROJECTS = Array.from({ length: 45 }, (_none, index) => ({
  name: `${index % 2 ? '桥梁' : '道路'}${index + 1}`,
  code: `P${index + 1}`,
}));

interface Asked {
  params: { keyword?: string; page: { pageNum: number; pageSize: number } };
}
const answering = () =>
  vi.fn(async ({ params }: Asked) => {
    const found = PROJECTS.filter(({ name }) => name.includes(params.keyword ?? ''));
    return found.slice((params.page.pageNum - 1) * params.page.pageSize, params.page.pageNum * params.page.pageSize);
  });
const open = async (): Promise<void> => {
  fireEvent.mouseDown(document.querySelector('.ant-select-selector') as Element);
  await settle(50);
};
const type = (text: string): void => {
  fireEvent.change(screen.getByRole('combobox'), { target: { value: text } });
};
const offered = (): string[] =>
  [...document.querySelectorAll('.ant-select-item-option')].map((item) => item.textContent ?? '');
const choose = async (name: string): Promise<void> => {
  await waitFor(() => expect(offered()).toContain(name));
  fireEvent.click(
    [...document.querySelectorAll('.ant-select-item-option')].find((item) => item.textContent === name) as Element,
  );
  await settle();
};
const askedFor = (request: ReturnType<typeof answering>): (string | undefined)[] =>
  request.mock.calls.map(([{ params }]) => params.keyword);

const press = (key: 'Enter' | 'Tab'): void => {
  fireEvent.keyDown(screen.getByRole('combobox'), { key, keyCode: key === 'Enter' ? 13 : 9 });
  fireEvent.keyUp(screen.getByRole('combobox'), { key });
};

describe('a select that asks while somebody types', () => {
  test('asks nothing before it is opened and shows the stored text of its value', async () => {
    const request = answering();
    const { container } = await mountEdit(NODE, 'P9', { label: '道路9' }, fakeServices({ request: request as never }));
    expect(container.querySelector('.ant-select-selection-item')?.textContent).toBe('道路9');
    expect(request).not.toHaveBeenCalled();
    await open();
    expect(askedFor(request)).toEqual([undefined]);
  });

  test('asks once for what was typed when the typing rests, and stores value and text of what is picked', async () => {
    const request = answering();
    const { latest } = await mountEdit(NODE, '', {}, fakeServices({ request: request as never }));
    await open();
    for (const text of ['桥', '桥梁', '桥梁4']) act(() => type(text));
    await choose('桥梁44');
    expect(askedFor(request)).toEqual([undefined, '桥梁4']);
    expect(latest()).toEqual({ value: 'P44', label: '桥梁44' });
  });

  test('keeps the names of what was picked from another search', async () => {
    const { latest } = await mountEdit(MANY, [], {}, fakeServices({ request: answering() as never }));
    await open();
    act(() => type('桥梁44'));
    await choose('桥梁44');
    act(() => type('道路45'));
    await choose('道路45');
    expect(latest()).toEqual({ value: ['P44', 'P45'], label: '桥梁44、道路45' });
  });

  test('takes nothing by Enter or Tab before the answer to what was typed has come', async () => {
    const { latest } = await mountEdit(NODE, '', {}, fakeServices({ request: answering() as never }));
    await open();
    await waitFor(() => expect(offered()).toContain('道路1'));
    act(() => type('桥梁44'));
    press('Enter');
    press('Tab');
    await waitFor(() => expect(offered()).toEqual(['桥梁44']));
    expect(latest().value).toBe('');
    press('Enter');
    expect(latest()).toEqual({ value: 'P44', label: '桥梁44' });
  });

  test('says that a call failed and asks again', async () => {
    let attempts = 0;
    const request = async () => {
      attempts += 1;
      if (attempts === 1) throw new Error('网络断开');
      return [{ name: '甲', code: 'a' }];
    };
    await mountEdit(NODE, '', {}, fakeServices({ request: request as never }));
    await open();
    fireEvent.click(await screen.findByText('重试'));
    await choose('甲');
    expect(attempts).toBe(2);
  });
});

const OWN = {
  tag: 'el-select',
  __vModel__: 'use',
  label: '用途',
  'allow-create': true,
  __slot__: { options: [{ label: '投标', value: '1' }] },
} as AnyNode;

test.each([false, true])(
  'a value of one’s own can be entered where the node allows it (several: %s)',
  async (multiple) => {
    const { latest } = await mountEdit({ ...OWN, multiple } as AnyNode, multiple ? [] : '');
    await open();
    act(() => type('校庆展板'));
    await choose('校庆展板');
    expect(latest()).toEqual({ value: multiple ? ['校庆展板'] : '校庆展板', label: '校庆展板' });
  },
);

describe('a field that finds records of another form', () => {
  beforeEach(() => localStorage.clear());
  const RECORD_NODE = { tag: 'recordSelector', __vModel__: 'deal', label: '合同', to: 'deal' } as AnyNode;
  const DEALS = ['HT-001', 'HT-118'].map((title) => ({ id: title, title, flwState: '0', mayOpen: true, texts: {} }));
  const showOptions = async () => {
    const candidates = vi.fn(async (_to: string, _context: unknown, { keyword = '' }: { keyword?: string }) => {
      const list = DEALS.filter(({ title }) => title.includes(keyword));
      return { formName: '合同', columns: [], filters: [], mayCreate: false, list, total: list.length };
    });
    const relations = { candidates, readable: async () => [], resolve: async () => [] };
    const mounted = await mountEdit(RECORD_NODE, '', {}, fakeServices({ relations: relations as never }));
    await open();
    await waitFor(() => expect(offered()).toEqual(['HT-001', 'HT-118']));
    return { ...mounted, candidates };
  };

  test('takes nothing by Enter or Tab before the answer to what was typed has come', async () => {
    const { latest } = await showOptions();
    act(() => type('118'));
    press('Enter');
    press('Tab');
    await waitFor(() => expect(offered()).toEqual(['HT-118']));
    expect(latest().value).toBe('');
    press('Enter');
    expect(latest()).toEqual({ value: 'HT-118', label: 'HT-118' });
  });

  test('offers nothing of before when it is opened again, because other fields may have changed', async () => {
    const { candidates } = await showOptions();
    candidates.mockImplementation(() => new Promise(() => undefined));
    fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape', keyCode: 27 });
    await settle(50);
    await open();
    expect(candidates).toHaveBeenCalledTimes(2);
    expect(offered()).toEqual([]);
    expect(screen.getByText('正在查找…')).toBeTruthy();
  });
});

test('a cascader shows a path that has left its options by the name it was stored with', async () => {
  const options = [{ label: '浙江省', value: '33', children: [{ label: '杭州市', value: '3301' }] }];
  const node = { tag: 'el-cascader', __vModel__: 'x', label: '地区', __slot__: { options } } as unknown as AnyNode;
  const single = await mountEdit(node, '320999', { label: '江苏省 / 某区' });
  await waitFor(() => expect(single.container.textContent).toContain('江苏省 / 某区'));
  cleanup();
  const many = await mountEdit({ ...node, multiple: true } as AnyNode, ['320999', '3301'], {
    label: '江苏省 / 某区、浙江省 / 杭州市',
  });
  await waitFor(() => expect(many.container.textContent).toContain('江苏省 / 某区'));
  expect(many.container.textContent).toContain('浙江省 / 杭州市');
});
