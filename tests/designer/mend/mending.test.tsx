import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { ProblemList } from '../../../src/designer/document/ProblemList.tsx';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { widget as select } from '../../../src/widgets/el-select/index.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const field = (more: object): object => ({ tag: 'el-input', label: '名称', ...more });
const open = (fields: object[], more: Partial<ReturnType<typeof fakeServices>> = {}, rules: object = {}) =>
  renderAt(
    '/m?form=car',
    {
      ...fakeServices({
        forms: {
          list: async () => [
            {
              key: 'car',
              name: '用车申请',
              version: 0,
              updateTime: '2026-01-01 00:00:00',
              hasDraft: true,
              revision: 4,
            },
          ],
          draft: async () => ({ formKey: 'car', formName: '用车申请', ...rules, fields }),
        },
      }),
      ...more,
    },
    <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
    administrator,
    [{ name: 'select', install: ({ registerWidget }) => registerWidget(select) }],
  );
const problems = (): HTMLElement => document.querySelector('[data-designer="problems"]') as HTMLElement;
const offered = (name: RegExp): Promise<HTMLElement> =>
  waitFor(() => within(problems()).getByRole('button', { name }), { timeout: 4000 });

it('a problem is mended by its button, the node is chosen, and one step takes it back', async () => {
  await open([field({ __vModel__: 'reason' }), field({ __vModel__: 'other', visibleWhen: 'raeson == "1"' })]);
  fireEvent.click(await offered(/^改为“名称”：表达式引用了不存在的字段“raeson”/));
  await waitFor(() => expect(problems().textContent).toContain('没有问题'), { timeout: 4000 });
  expect(document.querySelector('[aria-current="true"]')?.getAttribute('data-node-path')).toBe('fields.1');
  expect(document.querySelector('.ds-said')?.textContent).toBe('已修复“名称”');
  fireEvent.click(document.querySelector('[data-action="undo"]') as Element);
  await offered(/^改为“名称”/);
});

it('a place is called by the names on the canvas, and one of a rule leads to the rules', async () => {
  const fields = [
    field({ __vModel__: 'reason' }),
    field({ __vModel__: 'other', label: '单位', visibleWhen: 'raeson == "1"' }),
  ];
  await open(fields, {}, { reminders: [{ key: 'due', field: 'reason', to: ['creator'] }] });
  const line = async (path: string): Promise<HTMLElement> =>
    waitFor(
      () => {
        const found = problems().querySelector<HTMLElement>(`[data-path^="${path}"]`);
        if (!found) throw new Error(`no problem at ${path}: ${problems().textContent}`);
        return found;
      },
      { timeout: 4000 },
    );
  expect((await line('fields.1')).querySelector('.ds-problem-place')?.textContent).toBe('单位 › 显示条件');
  const ofRule = await line('reminders');
  expect(ofRule.querySelector('.ds-problem-place')?.textContent).toBe('提醒');
  fireEvent.click(ofRule);
  expect(await screen.findByRole('region', { name: '提醒' })).toBeTruthy();
});

it('keys that are used twice, invalid or missing are mended, and the text counts as written in the own notation', async () => {
  await open([
    field({ __vModel__: 'reason' }),
    field({ __vModel__: 'reason' }),
    field({ __vModel__: '1 why' }),
    { tag: 'el-card', label: '卡片', children: [field({ label: 'Note' })] },
  ]);
  await offered(/^改为“reason_2”/);
  await offered(/^改为“f_1_why”/);
  fireEvent.click(await offered(/^设为“/));
  expect(document.querySelector('[data-designer="design"], .ds-design')?.textContent).not.toContain('其他写法');
  await waitFor(() => expect(problems().textContent).toContain('提醒 2 个'), { timeout: 4000 });
});

it('the same finding at many places is mended at once', async () => {
  await open([1, 2, 3].map((number) => field({ __vModel__: `f${number}`, strange: number })));
  await waitFor(() => expect(document.querySelector('[data-action="mend-all"]')).toBeTruthy(), { timeout: 4000 });
  fireEvent.click(document.querySelector('[data-action="mend-all"]') as Element);
  await waitFor(() => expect(problems().textContent).toContain('没有问题'), { timeout: 4000 });
  fireEvent.click(document.querySelector('[data-action="undo"]') as Element);
  await waitFor(() => expect(problems().textContent).toContain('提醒 3 个'), { timeout: 4000 });
});

it('a dictionary that is missing is made from the problem, and the document looked through again', async () => {
  const made = new Set<string>();
  const saveDictionary = vi.fn(async ({ typeCode }: { typeCode: string }) => {
    made.add(typeCode);
  });
  await open([field({ tag: 'el-select', __vModel__: 'kind', label: '类别', dictCode: 'car_kind', isDict: '1' })], {
    dictionary: async (code: string) => {
      if (made.has(code)) return [];
      const { ServiceError } = await import('../../../src/runtime/services/serviceError.ts');
      throw new ServiceError('404', '没有');
    },
    saveDictionary: saveDictionary as never,
  });
  const button = await waitFor(() => screen.getByRole('button', { name: /^新建字典：/ }), { timeout: 4000 });
  fireEvent.click(button);
  const dialog = await screen.findByRole('dialog', { name: '新建字典' });
  expect((within(dialog).getByRole('textbox', { name: '编码' }) as HTMLInputElement).value).toBe('car_kind');
  fireEvent.change(within(dialog).getByRole('textbox', { name: '字典项' }), {
    target: { value: '轿车\n　货车 | truck\n\n  客车' },
  });
  fireEvent.click(within(dialog).getByText(/新\s*建$/));
  await waitFor(() => expect(saveDictionary).toHaveBeenCalled());
  // lines that were pasted with blanks before them are items as well
  expect(saveDictionary.mock.calls[0]?.[0]).toMatchObject({
    items: [
      { dictLabel: '轿车', dictValue: '轿车' },
      { dictLabel: '货车', dictValue: 'truck' },
      { dictLabel: '客车', dictValue: '客车' },
    ],
  });
  await waitFor(() => expect(problems().textContent).toContain('没有问题'), { timeout: 4000 });
});

it('all places of a problem can be shown, a hundred with each click', () => {
  const problems = Array.from({ length: 230 }, (_none, index) => ({
    code: null,
    message: '键重复',
    params: {},
    level: 'warning' as const,
    locationText: `位置 ${index}`,
    line: index + 1,
    path: ['fields', index],
    span: { from: index, to: index + 1 },
  }));
  const counts = { error: 0, warning: 230, info: 0 };
  render(<ProblemList problems={problems} counts={counts} isChecking={false} onGo={() => undefined} />);
  fireEvent.click(document.querySelector('[data-group]') as Element);
  const places = (): number => document.querySelectorAll('.ds-places [data-problem]').length;
  expect(places()).toBe(100);
  fireEvent.click(screen.getByText('再显示 100 处（共 230 处）'));
  fireEvent.click(screen.getByText('再显示 30 处（共 230 处）'));
  expect([places(), screen.queryByText(/^再显示/)]).toEqual([230, null]);
});
