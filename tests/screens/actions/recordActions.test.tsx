import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { RecordList } from '../../../src/screens/list/RecordList.tsx';
import { RecordActions } from '../../../src/screens/actions/RecordActions.tsx';
import { PageNavigationContext } from '../../../src/screens/navigation/pageNavigation.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { FormDefinition } from '../../../src/kernel/index.ts';
import { FORM, aRecord, fakeServices, lost, onceServer, renderAt, situation } from '../fakes.tsx';

const form = {
  ...FORM,
  actions: [
    { key: 'begin', label: '开始', at: ['row', 'page'], when: "reason == '待办'", effects: [] },
    { key: 'drop', label: '取消任务', at: ['page', 'selection'], confirm: '确定取消吗？', danger: true, effects: [] },
    { key: 'boss', label: '审定', at: 'row', roles: ['leader'], effects: [] },
    {
      key: 'assign',
      label: '改派',
      at: 'page',
      dialog: [{ tag: 'el-input', __vModel__: 'tester', flowEditable: '1', label: '检测人', required: true }],
      effects: [],
    },
  ],
} as unknown as FormDefinition;
const record = aRecord('r1', { name: '甲', reason: '待办' });
const offers = {
  actions: ['begin', 'drop', 'assign'].map((key) => ({ key, isOffered: key !== 'begin' })),
  createFrom: [
    {
      formKey: 'seal',
      formName: '用印申请',
      index: 0,
      label: '申请用印',
      isOffered: true,
      count: 1,
      records: [{ id: 'r9', title: '已做的', flwState: '3' }],
    },
  ],
};
const press = (name: string): void => {
  fireEvent.click(document.querySelector(`[data-action="${name}"]`) as HTMLElement);
};
const page = async (act: () => Promise<unknown>) => {
  const onDone = vi.fn();
  await renderAt(
    '/',
    fakeServices({ records: { actions: async () => offers, act: act as never } }),
    <RecordActions definition={form} record={record} isTask={false} onDone={onDone} />,
  );
  await waitFor(() => expect(document.querySelector('[data-action="drop"]')).not.toBeNull());
  return onDone;
};

describe('the buttons of a record page', () => {
  it('are those whose condition holds on the server, and one that asks acts when it is confirmed', async () => {
    const act = vi.fn(async () => ({ count: 1, done: '已取消', open: '' }));
    const onDone = await page(act);
    expect(document.querySelector('[data-action="begin"]')).toBeNull();
    press('drop');
    await waitFor(() => expect(document.querySelector('.ant-modal-confirm-title')?.textContent).toBe('确定取消吗？'));
    expect(act).not.toHaveBeenCalled();
    fireEvent.click(document.querySelector('.ant-modal-confirm-btns .ant-btn-dangerous') as HTMLElement);
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(act).toHaveBeenCalledWith('seal', { action: 'drop', ids: ['r1'] }, expect.any(String));
  });

  it('ask for the fields of their dialog, and keep what was typed when they are refused', async () => {
    const act = vi.fn(async () => Promise.reject(new ServiceError('EFFECT_REQUIRE', '此人已停用')));
    const onDone = await page(act);
    press('assign');
    await waitFor(() => expect(document.querySelector('[data-dialog="assign"] input')).not.toBeNull());
    const ok = () => fireEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary') as HTMLElement);
    ok();
    expect(act).not.toHaveBeenCalled();
    fireEvent.change(document.querySelector('[data-dialog="assign"] input') as HTMLElement, {
      target: { value: '李四' },
    });
    ok();
    await screen.findByText('此人已停用');
    expect((document.querySelector('[data-dialog="assign"] input') as HTMLInputElement).value).toBe('李四');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('are not executed twice after a lost answer, whether the dialog is filled in as before or otherwise', async () => {
    const { executed, post } = onceServer({ count: 1, done: '已改派', open: '' }, ['after', 'after']);
    const act = vi.fn((_formKey: string, call: unknown, key: string) => post(call, key));
    const onDone = await page(act as never);
    press('assign');
    const field = await waitFor(() => {
      const found = document.querySelector('[data-dialog="assign"] input');
      if (!found) throw new Error('no dialog');
      return found;
    });
    const fillAndSend = (value: string): void => {
      fireEvent.change(field, { target: { value } });
      fireEvent.click(document.querySelector('.ant-modal-footer .ant-btn-primary') as HTMLElement);
    };
    fillAndSend('李四');
    await screen.findByText(/无法连接服务器/);
    fillAndSend('李四');
    await waitFor(() => expect(act).toHaveBeenCalledTimes(2));
    await screen.findByText(/无法连接服务器/);
    fillAndSend('王五');
    await screen.findByText('上次的“改派”已经成功，这次修改的内容没有再提交');
    expect(executed).toMatchObject([{ dialog: { fieldsMap: { tester: '李四' } } }]);
    expect(onDone).toHaveBeenCalledTimes(1);
  });

  it('keep their key while the outcome of a press without a dialog is unknown', async () => {
    const { executed, post } = onceServer({ count: 1, done: '已开始', open: '' }, ['after']);
    const act = (_formKey: string, call: unknown, key: string) => post(call, key);
    await renderAt(
      '/',
      fakeServices({
        records: {
          actions: async () => ({ ...offers, actions: [{ key: 'begin', isOffered: true }] }),
          act: act as never,
        },
      }),
      <RecordActions definition={form} record={record} isTask={false} onDone={() => undefined} />,
    );
    await waitFor(() => expect(document.querySelector('[data-action="begin"]')).not.toBeNull());
    press('begin');
    await screen.findByText(/无法连接服务器/);
    press('begin');
    await screen.findByText('已开始（上次的操作已经成功，这次没有重复执行）');
    expect(executed).toHaveLength(1);
    press('begin');
    await screen.findByText('已开始');
    expect(executed).toHaveLength(2);
  });

  it('are asked for again after they could not be loaded', async () => {
    const ask = vi.fn().mockRejectedValueOnce(lost()).mockResolvedValue(offers);
    await renderAt(
      '/',
      fakeServices({ records: { actions: ask } }),
      <RecordActions definition={form} record={record} isTask={false} onDone={() => undefined} />,
    );
    fireEvent.click(await screen.findByRole('button', { name: '按钮加载失败，重试' }));
    await waitFor(() => expect(document.querySelector('[data-action="drop"]')).not.toBeNull());
  });

  it('hold back a window that is closed over a filled dialog', async () => {
    await page(async () => ({}));
    press('assign');
    await waitFor(() => expect(document.querySelector('[data-dialog="assign"] input')).not.toBeNull());
    const isHeld = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(isHeld()).toBe(false);
    fireEvent.change(document.querySelector('[data-dialog="assign"] input') as HTMLElement, {
      target: { value: '李四' },
    });
    await waitFor(() => expect(isHeld()).toBe(true));
  });

  it.each([
    ['another record in the dialog of a record', '/commonEntry/detail?formKey=bill&id=b1', '/', 0],
    ['any other page in place of the dialog', '/taskCenter/toDoList', '/taskCenter/toDoList', 1],
  ])('open %s', async (_what, open, address, closed) => {
    const [openRecord, close] = [vi.fn(), vi.fn()];
    const go = (_to: string, onClosed?: () => void): void => {
      close();
      onClosed?.();
    };
    const dialog = { kind: 'dialog', query: {}, setQuery: vi.fn(), go, back: close, openRecord } as const;
    await renderAt(
      '/',
      fakeServices({ records: { actions: async () => offers, act: async () => ({ count: 1, done: '已取消', open }) } }),
      <PageNavigationContext value={dialog}>
        <RecordActions definition={form} record={record} isTask={false} onDone={() => undefined} />
      </PageNavigationContext>,
    );
    await waitFor(() => expect(document.querySelector('[data-action="drop"]')).not.toBeNull());
    press('create-seal');
    fireEvent.click(await screen.findByText('已做的（已办结）'));
    expect(openRecord.mock.calls).toEqual([[{ formKey: 'seal', id: 'r9' }]]);
    press('drop');
    await waitFor(() => expect(document.querySelector('.ant-modal-confirm-btns .ant-btn-dangerous')).not.toBeNull());
    fireEvent.click(document.querySelector('.ant-modal-confirm-btns .ant-btn-dangerous') as HTMLElement);
    await waitFor(() => expect(openRecord.mock.calls.length + close.mock.calls.length).toBe(2));
    expect(close).toHaveBeenCalledTimes(closed);
    expect(close).toHaveBeenCalledTimes(closed);
    await waitFor(() => expect(screen.getByTestId('address').textContent).toBe(address));
  });

  it('say what was made from the record already, and lead to it', async () => {
    await page(async () => ({}));
    press('create-seal');
    fireEvent.click(await screen.findByText('已做的（已办结）'));
    await waitFor(() =>
      expect(screen.getByTestId('address').textContent).toBe('/commonEntry/detail?formKey=seal&id=r9'),
    );
  });
});

describe('the buttons of a list', () => {
  it('stand in the rows whose record they fit', async () => {
    const act = vi.fn(async () => ({ count: 1, done: '已开始', open: '' }));
    const list = async () => ({ list: [record, aRecord('r2', { name: '乙', reason: '完成' })], total: 2 });
    await renderAt(
      '/',
      fakeServices({ records: { list: list as never, act: act as never } }),
      <RecordList node={{ tag: 'list', formKey: 'seal', rowActions: [] } as never} form={form} path={['root']} />,
      situation,
    );
    await screen.findByText('甲');
    expect(document.querySelectorAll('[data-action="begin"]')).toHaveLength(1);
    expect(document.querySelectorAll('[data-action="boss"]')).toHaveLength(0);
    const begin = document.querySelector('[data-action="begin"]') as HTMLButtonElement;
    fireEvent.click(begin);
    fireEvent.click(begin);
    await waitFor(() => expect(act).toHaveBeenCalledWith('seal', { action: 'begin', ids: ['r1'] }, expect.any(String)));
    // the second click of a double click runs nothing
    expect(act).toHaveBeenCalledTimes(1);
  }, 90_000);

  it('act on the selected records that they fit, all in one call, and ask before with how many', async () => {
    const act = vi.fn(async () => ({ count: 2, done: '已取消，共 2 条', open: '' }));
    const rows = ['r1', 'r2', 'r3'].map((id) =>
      aRecord(id, { name: `名称${id}`, reason: id === 'r2' ? '完成' : '待办' }),
    );
    const actions = [
      {
        key: 'drop',
        label: '取消任务',
        at: 'selection',
        // the condition also reads who looks at the list
        when: "reason == '待办' && createBy == user.id && 'staff' in user.roles",
        confirm: '确定取消吗？',
        effects: [],
      },
    ];
    await renderAt(
      '/',
      fakeServices({ records: { list: (async () => ({ list: rows, total: 3 })) as never, act: act as never } }),
      <RecordList
        node={{ tag: 'list', formKey: 'seal', rowActions: [] } as never}
        form={{ ...FORM, actions } as unknown as FormDefinition}
        path={['root']}
      />,
      situation,
    );
    await screen.findByText('名称r1');
    for (const box of document.querySelectorAll('tr[data-row-key] input[type="checkbox"]')) fireEvent.click(box);
    await screen.findByText('已选 3 条');
    fireEvent.click(screen.getByRole('button', { name: '取消任务（2）' }));
    await screen.findByText('共 2 条记录');
    fireEvent.click(document.querySelector('.ant-modal-confirm-btns .ant-btn-primary') as HTMLElement);
    await waitFor(() =>
      expect(act).toHaveBeenCalledWith('seal', { action: 'drop', ids: ['r1', 'r3'] }, expect.any(String)),
    );
    await screen.findByText('已取消，共 2 条');
    await waitFor(() => expect(screen.queryByText(/^已选/)).toBeNull());
  }, 90_000);
});

describe('a button that finds its records by scanned codes', () => {
  const rows = [
    aRecord('r1', { name: 'A-1', reason: '待办' }, { title: '样品甲' }),
    aRecord('r2', { name: 'A-2', reason: '完成' }, { title: '样品乙' }),
  ];
  const receive = {
    key: 'receive',
    label: '收样',
    at: 'row',
    scan: 'name',
    when: "reason == '待办'",
    dialog: [{ tag: 'el-input', __vModel__: 'place', flowEditable: '1', label: '位置', required: true }],
    effects: [],
  };
  const show = async () => {
    const act = vi.fn(async () => ({ count: 1, done: '已收', open: '' }));
    const list = vi.fn(
      async (_formKey: string, { conditions }: { conditions: { field: string; value: unknown }[] }) => {
        const by = conditions.at(-1);
        const found = rows.filter(({ id, fieldsMap }) =>
          by?.field === 'id'
            ? (by.value as string[]).includes(id ?? '')
            : by?.field !== 'name' || fieldsMap['name'] === by.value,
        );
        return { list: found, total: found.length };
      },
    );
    await renderAt(
      '/',
      fakeServices({ records: { list: list as never, act: act as never } }),
      <RecordList
        node={{ tag: 'list', formKey: 'seal', rowActions: [], fixedQuery: { kind: 'in' } } as never}
        form={{ ...form, actions: [receive] } as unknown as FormDefinition}
        path={['root']}
      />,
      situation,
    );
    await screen.findByText('A-1');
    press('scan-receive');
    const input = (await screen.findByLabelText('扫描或输入名称')) as HTMLInputElement;
    const scan = (code: string): void => {
      fireEvent.change(input, { target: { value: code } });
      fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
      fireEvent.keyUp(input, { key: 'Enter', keyCode: 13 });
    };
    const protocol = (): string[] =>
      [...document.querySelectorAll('[data-scan] li')].map(
        (line) => `${line.querySelector('strong')?.textContent}：${line.querySelector('div > span')?.textContent}`,
      );
    const fill = (place: string): void => {
      fireEvent.change(document.querySelector('[data-scan] [data-field="place"] input') as Element, {
        target: { value: place },
      });
    };
    return { act, list, input, scan, protocol, fill };
  };
  /** Answers the question that closing the dialog asks. */
  const giveUp = async (question: string): Promise<void> => {
    const title = (): Element | undefined => [...document.querySelectorAll('.ant-modal-confirm-title')].at(-1);
    await waitFor(() => expect(title()?.textContent).toBe(question));
    expect(document.querySelector('[data-scan]')).not.toBeNull();
    const dialog = title()?.closest<HTMLElement>('.ant-modal-confirm') as HTMLElement;
    fireEvent.click(within(dialog).getByRole('button', { name: /放\s*弃/ }));
  };

  it('runs on one after the other with the fields filled in once, and lists what was done and refused', async () => {
    const { act, list, scan, protocol, fill, input } = await show();
    scan('A-1');
    await screen.findByText('已扫到“A-1”，请先填写上面的内容，填好后办理');
    expect(input.value).toBe('');
    fill('3 号架');
    press('take-held');
    await waitFor(() => expect(document.querySelector('[data-action="take-held"]')).toBeNull());
    // the codes are typed faster than the first one is handled; the last is that of a printed label
    for (const code of ['A-2', 'A-9', 'https://lab.example/#/sampleCardH5?id=r1']) scan(code);
    expect(input.value).toBe('');
    await waitFor(() =>
      expect(protocol()).toEqual([
        '样品甲：刚才已经收样，没有重复办理',
        'A-9：没有找到名称为“A-9”的记录',
        '样品乙：现在的状态不能收样',
        '样品甲：已收',
      ]),
    );
    expect(act.mock.calls).toEqual([
      [
        'seal',
        { action: 'receive', ids: ['r1'], dialog: { fieldsMap: { place: '3 号架' }, childTables: {} } },
        expect.any(String),
      ],
    ]);
    // only records of the list are found
    expect(list.mock.calls[1]?.[1].conditions[0]).toMatchObject({ field: 'kind', value: 'in' });
    const asked = list.mock.calls.length;
    press('close');
    await waitFor(() => expect(list.mock.calls.length).toBe(asked + 1));
  });

  it('repeats a code whose act failed', async () => {
    const { act, scan, protocol, fill } = await show();
    act.mockRejectedValueOnce(new ServiceError('EFFECT_REQUIRE', '位置已满'));
    fill('3 号架');
    scan('A-1');
    await waitFor(() => expect(protocol()).toEqual(['样品甲：位置已满']));
    press('retry');
    await waitFor(() => expect(protocol()).toEqual(['样品甲：已收']));
    expect(document.querySelector('.sc-scan-count')?.textContent).toBe('已完成 1 条');
  });

  it('loads the list again when it is not known whether a code was handled', async () => {
    const { act, list, scan, protocol, fill } = await show();
    act.mockRejectedValueOnce(lost());
    fill('3 号架');
    scan('A-1');
    await waitFor(() => expect(protocol()).toEqual([`样品甲：${lost().message}`]));
    const asked = list.mock.calls.length;
    press('close');
    await giveUp('放弃填写的内容？');
    await waitFor(() => expect(list.mock.calls.length).toBe(asked + 1));
  });

  it('asks before it gives up codes that wait for the fields', async () => {
    const { act, list, scan } = await show();
    scan('A-1');
    await screen.findByText('已扫到“A-1”，请先填写上面的内容，填好后办理');
    const asked = list.mock.calls.length;
    press('close');
    await giveUp('放弃还没有办理的 1 条？');
    await waitFor(() => expect(document.querySelector('[data-scan]')).toBeNull());
    expect([act.mock.calls.length, list.mock.calls.length]).toEqual([0, asked]);
  });
});
