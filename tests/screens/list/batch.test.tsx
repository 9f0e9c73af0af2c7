import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ListQuery } from '../../../src/runtime/services/paging.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { ListBlock } from '../../../src/screens/list/ListBlock.tsx';
import { openPage } from '../../../src/screens/list/openPage.ts';
import { aRecord, fakeServices, renderAt, situation } from '../fakes.tsx';

afterEach(() => localStorage.clear());
const block = <ListBlock node={{ tag: 'list', formKey: 'seal' }} path={['root']} />;
const press = (name: string): void => {
  fireEvent.click(document.querySelector(`[data-action="${name}"]`) as Element);
};
const tick = (id: string): void => {
  fireEvent.click(document.querySelector(`[data-record="${id}"] input[type="checkbox"]`) as Element);
};
const agree = async (): Promise<void> => {
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: /删\s*除/ }));
};
const shown = async (records: object, list = block) => {
  const all = [
    aRecord('r1', { name: '一' }, { title: '一' }),
    aRecord('r2', { name: '二' }, { title: '二' }),
    aRecord('r3', { name: '三' }, { title: '三', createBy: 'u2' }),
  ];
  await renderAt(
    '/x',
    fakeServices({ records: { list: async () => ({ list: all, total: 3 }), ...records } as never }),
    list,
    situation,
    [{ name: 'pages', install: (to) => to.registerAction('openPage', openPage) }],
  );
  await screen.findByText('二', { selector: 'td *' });
  expect(document.querySelector('tbody input[type="checkbox"]')).toBeNull();
  press('select-rows');
  await waitFor(() => expect(document.querySelector('[data-record="r1"] input[type="checkbox"]')).not.toBeNull());
  for (const id of ['r1', 'r2', 'r3']) tick(id);
  await screen.findByText('已选 3 条');
};

describe('selected rows of a list', () => {
  it('are deleted after a yes, those of others left alone, and what fails stays selected with its reason', async () => {
    const remove = vi.fn((_form: string, id: string) =>
      id === 'r2' ? Promise.reject(new ServiceError('409', '已有其他记录引用')) : Promise.resolve(),
    );
    await shown({ remove });
    const button = document.querySelector('[data-action="batch-remove"]') as HTMLElement;
    expect(button.textContent).toContain('删除（2）');
    press('batch-remove');
    expect(remove).not.toHaveBeenCalled();
    await agree();
    await screen.findByText('1 条未能办理');
    expect(remove.mock.calls.map(([, id]) => id)).toEqual(['r1', 'r2']);
    expect(screen.getByText('“二”：已有其他记录引用')).toBeTruthy();
    expect(screen.getByText('已选 1 条')).toBeTruthy();
  });

  it('say why they failed also when they have left the page, and the last page with rows is shown', async () => {
    const asked: number[] = [];
    const rows = [aRecord('r1', { name: '一' }, { title: '一' })];
    const list = async (_form: string, { page: { pageNum } }: ListQuery) => {
      asked.push(pageNum);
      return asked.length > 1 && pageNum === 2
        ? { list: [], total: 10 }
        : { list: rows, total: pageNum === 2 ? 11 : 10 };
    };
    const remove = () => Promise.reject(new ServiceError('409', '已有其他记录引用'));
    await renderAt('/x?page=2', fakeServices({ records: { list, remove } }), block);
    await screen.findByText('共 11 条');
    press('select-rows');
    await waitFor(() => expect(document.querySelector('[data-record="r1"] input[type="checkbox"]')).not.toBeNull());
    tick('r1');
    await screen.findByText('已选 1 条');
    press('batch-remove');
    await agree();
    await screen.findByText('“一”：已有其他记录引用');
    await waitFor(() => expect(asked).toEqual([2, 2, 1]));
    expect(screen.getByTestId('address').textContent).toBe('/x');
    expect(screen.getByText('“一”：已有其他记录引用')).toBeTruthy();
  });

  it('open one page for all of them, where an action of the rows says so', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const label = { name: 'openPage', label: '二维码', args: { path: '/deviceCode', many: true } };
    const rowActions = [{ name: 'view' }, label, { name: 'openPage', label: '单张', args: { path: '/one' } }];
    await shown({}, <ListBlock node={{ tag: 'list', formKey: 'seal', rowActions }} path={['root']} />);
    const buttons = [...document.querySelectorAll('[data-action="batch-openPage"]')];
    expect(buttons.map(({ textContent }) => textContent)).toEqual(['二维码']);
    press('batch-openPage');
    expect(opened).toHaveBeenCalledWith('#/deviceCode?id=r1,r2,r3', '_blank', 'noopener');
    opened.mockRestore();
  });

  it('are exported alone', async () => {
    const exportRows = vi.fn(async () => undefined);
    await shown({ exportRows });
    press('batch-export');
    await waitFor(() => expect(exportRows).toHaveBeenCalled());
    expect(exportRows.mock.calls[0]?.[1 as never]).toMatchObject({
      conditions: [{ field: 'flwState' }, { field: 'id', op: 'in', value: ['r1', 'r2', 'r3'] }],
    });
  });

  it('are none any more when the batch is left', async () => {
    await shown({});
    press('select-rows');
    await waitFor(() => expect(screen.queryByText('已选 3 条')).toBeNull());
    expect(document.querySelector('tbody input[type="checkbox"]')).toBeNull();
  });
});
