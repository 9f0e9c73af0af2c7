import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { AnyNode } from '../../src/grammar/nodes.ts';
import type { RecordParts } from '../../src/runtime/host/recordParts.ts';
import { choiceFilter } from '../../src/widgets/shared/choice/choiceField.ts';
import { fakeServices, mountEdit, mountView, settle } from './support.tsx';

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
  /** Stand-ins for the parts of the screens: what they get, and a press that stores a record or sets a filter. */
  const PARTS: RecordParts = {
    Creation: ({ formName, presets, onCreated, onClose }) => (
      <button
        type="button"
        onClick={() => {
          onCreated({ id: 'HT-001', title: `${formName} ${presets['title'] ?? ''}` });
          onClose();
        }}
      >
        保存新记录
      </button>
    ),
    Filters: ({ filters, onChange }) => (
      <button type="button" onClick={() => onChange([{ field: 'signed', op: 'eq', value: '2026' }])}>
        按{filters.map(({ name }) => name).join()}查询
      </button>
    ),
  };
  const showOptions = async (resolve: (...call: never[]) => Promise<unknown[]> = async () => [], more = {}) => {
    const candidates = vi.fn(async (_to: string, _context: unknown, { keyword = '' }: { keyword?: string }) => {
      const list = DEALS.filter(({ title }) => title.includes(keyword));
      const filters = [{ name: 'signed', node: null }];
      return { formName: '合同', columns: [], filters, mayCreate: true, titleField: 'title', list, total: list.length };
    });
    const relations = { candidates, titles: async () => [], resolve };
    const services = fakeServices({ relations: relations as never });
    const mounted = await mountEdit({ ...RECORD_NODE, ...more } as AnyNode, '', {}, services, PARTS);
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

  test('takes by Enter the one record with exactly this number, as a hand scanner types it', async () => {
    const resolve = vi.fn(async () => [{ text: '118', found: [{ id: 'HT-118', title: 'HT-118' }] }]);
    const { latest } = await showOptions(resolve);
    act(() => type('118'));
    press('Enter');
    await waitFor(() => expect(latest()).toEqual({ value: 'HT-118', label: 'HT-118' }));
    expect(resolve).toHaveBeenCalledWith('deal', null, ['118']);
  });

  test('takes several codes that are scanned faster than they are looked up', async () => {
    const answers: (() => void)[] = [];
    const resolve = vi.fn(
      (_to: string, _context: unknown, [text]: string[]) =>
        new Promise<unknown[]>((done) => {
          answers.push(() => done([{ text, found: [{ id: text, title: text }] }]));
        }),
    );
    const { latest } = await showOptions(resolve, { multiple: true });
    for (const code of ['HT-001', 'HT-118']) {
      act(() => type(code));
      press('Enter');
    }
    expect(resolve.mock.calls.map(([, , texts]) => texts)).toEqual([['HT-001'], ['HT-118']]);
    await act(async () => answers.forEach((answer) => answer()));
    await waitFor(() => expect(latest().value).toEqual(['HT-001', 'HT-118']));
  });

  test('creates a record in place, which begins with what was typed and is chosen then', async () => {
    const { latest } = await showOptions();
    act(() => type('HT-2'));
    await settle(300);
    fireEvent.click(document.querySelector('[data-action="create-record"]') as Element);
    fireEvent.click(await screen.findByText('保存新记录'));
    await waitFor(() => expect(latest()).toEqual({ value: 'HT-001', label: '合同 HT-2' }));
  });

  test('does not choose a new record that the relation may not point at', async () => {
    const { latest, candidates } = await showOptions();
    fireEvent.click(document.querySelector('[data-action="create-record"]') as Element);
    candidates.mockImplementation(async () => ({ list: [], total: 0 }) as never);
    fireEvent.click(await screen.findByText('保存新记录'));
    await waitFor(() => expect(candidates.mock.lastCall?.[2]).toMatchObject({ conditions: [{ field: 'id' }] }));
    await settle();
    expect(latest().value).toBe('');
  });

  test('filters the records of the picking dialog', async () => {
    const { candidates } = await showOptions();
    fireEvent.click(document.querySelector('[data-action="open-picker"]') as Element);
    fireEvent.click(await screen.findByText('按signed查询'));
    await waitFor(() =>
      expect(candidates.mock.lastCall?.[2]).toMatchObject({
        conditions: [{ field: 'signed', op: 'eq', value: '2026' }],
        page: { pageNum: 1 },
      }),
    );
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

describe('the filter of a field with options', () => {
  const filterOf = (node: object): AnyNode => {
    const { control } = choiceFilter(node);
    if (control.kind !== 'face') throw new Error('no control');
    return control.node;
  };

  test('searches as the field does, and asks nothing of the fields of a form that it does not have (FK-030)', async () => {
    const request = vi.fn(async ({ params }: { params: { data: { keyword?: string } } }) =>
      PROJECTS.filter(({ name }) => name.includes(params.data.keyword ?? '')),
    );
    const params = { area: '${area}', me: '${currentUser}', data: { unit: '${unit}', open: true } };
    const node = filterOf({ ...NODE, resourseApiParams: params });
    const { latest } = await mountEdit(node, [], {}, fakeServices({ request: request as never }));
    await open();
    type('桥梁4');
    await waitFor(() => expect(offered()).toContain('桥梁44'));
    expect(request.mock.calls.at(-1)?.[0].params).toEqual({
      me: 'u1',
      data: { open: true, keyword: '桥梁4' },
      page: { pageNum: 1, pageSize: 20 },
    });
    await choose('桥梁44');
    expect(latest()).toMatchObject({ value: ['P44'], label: '桥梁44' });
  });

  test('offers the retired items of a dictionary, last and marked; the field itself does not (FK-015)', async () => {
    const node = { tag: 'el-select', __vModel__: 'kind', label: '类别', isDict: '1', dictCode: 'kinds' } as AnyNode;
    const dictionary = async (_code: string, withRetired?: boolean) => [
      ...(withRetired ? [{ label: '旧标准', value: 'old', retired: true, listClass: 'danger' }] : []),
      { label: '新标准', value: 'new' },
    ];
    await mountEdit(filterOf(node), [], {}, fakeServices({ dictionary }));
    await open();
    await waitFor(() => expect(offered()).toEqual(['新标准', '旧标准（已停用）']));
    cleanup();
    await mountEdit(node, '', {}, fakeServices({ dictionary }));
    await open();
    await waitFor(() => expect(offered()).toEqual(['新标准']));
    cleanup();
    // EN-018: a record of earlier days keeps name and colour
    const view = await mountView(node, 'old', '旧标准', fakeServices({ dictionary }));
    expect(view.querySelector('.sf-tag-danger')?.textContent).toBe('旧标准');
  });
});
