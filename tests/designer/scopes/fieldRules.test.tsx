import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { RoleGridBlock } from '../../../src/designer/scopes/RoleGridBlock.tsx';
import type { Services } from '../../../src/runtime/services/services.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const admin = { ...situation, user: { ...situation.user, roles: ['admin'] } };
const block = <RoleGridBlock node={{ tag: 'roleGrid' }} path={['root']} />;
const GRID = {
  code: '*',
  name: '所有人',
  menus: [],
  buttons: [],
  permissions: [],
  forms: [
    { formKey: 'pay', formName: '工资表', isRuled: true, rights: ['see'], hidden: ['bonus'], locked: [] },
    { formKey: 'old', formName: '旧表', isRuled: false, rights: [], hidden: [], locked: [] },
  ],
  revision: 'r1',
};
const FIELDS = [
  { key: 'base', label: '基本工资' },
  { key: 'bonus', label: '奖金' },
  { key: 'lines', label: '明细', isTable: true },
  { key: 'lines.sum', label: '金额', table: '明细' },
];

function given(sent: unknown[]): Services {
  return {
    ...fakeServices({}),
    request: (async ({ url, params }: { url: string; params: unknown }) => {
      if (url.endsWith('/role/options')) return [];
      if (url.endsWith('/role/formFields')) return FIELDS;
      if (url.endsWith('/role/saveGrid')) return void sent.push(params);
      return GRID;
    }) as Services['request'],
  };
}
const pressed = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

afterEach(cleanup);

it('stores which fields a role never sees and never changes, with the rights it has', async () => {
  const sent: unknown[] = [];
  await renderAt('/s', given(sent), block, admin);
  const button = await screen.findByRole('button', { name: '工资表：字段权限' });
  expect(button.textContent).toBe('1 个不可见');
  fireEvent.click(button);
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText('明细 / 金额');
  const row = (key: string) => within(document.querySelector(`[data-field-rule="${key}"]`) as HTMLElement);
  expect((row('bonus').getByLabelText('不可见') as HTMLInputElement).checked).toBe(true);
  fireEvent.click(row('bonus').getByLabelText('不限制'));
  fireEvent.click(row('base').getByLabelText('不可改'));
  fireEvent.click(row('lines.sum').getByLabelText('不可见'));
  fireEvent.click(dialog.getByRole('button', { name: /确\s*定/ }));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '工资表：字段权限' }).textContent).toBe('1 个不可见，1 个不可改'),
  );
  fireEvent.click(document.querySelector('[data-action="save"]') as HTMLElement);
  await waitFor(() =>
    expect(sent).toEqual([
      {
        code: '*',
        revision: 'r1',
        forms: [{ formKey: 'pay', rights: ['see'], hidden: ['lines.sum'], locked: ['base'] }],
      },
    ]),
  );
});

it('restricts fields of a form that the grid does not cover yet, and leaves its rights as they are', async () => {
  const sent: unknown[] = [];
  await renderAt('/s', given(sent), block, admin);
  const save = (): HTMLButtonElement => document.querySelector('[data-action="save"]') as HTMLButtonElement;
  const confirm = (): boolean =>
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: /确\s*定/ }));
  fireEvent.click(await screen.findByRole('button', { name: '旧表：字段权限' }));
  await screen.findByText('明细 / 金额');
  confirm();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(save().disabled).toBe(true);
  pressed('旧表：字段权限');
  await screen.findByText('明细 / 金额');
  fireEvent.click(within(document.querySelector('[data-field-rule="base"]') as HTMLElement).getByLabelText('不可见'));
  confirm();
  await waitFor(() => expect(save().disabled).toBe(false));
  fireEvent.click(save());
  await waitFor(() =>
    expect(sent).toEqual([{ code: '*', revision: 'r1', forms: [{ formKey: 'old', hidden: ['base'], locked: [] }] }]),
  );
});

it('leaves a form alone whose rights are as before after all', async () => {
  const sent: unknown[] = [];
  await renderAt('/s', given(sent), block, admin);
  const save = (): HTMLButtonElement => document.querySelector('[data-action="save"]') as HTMLButtonElement;
  const toggle = (form: string): void => {
    fireEvent.click(document.querySelector(`[data-form="${form}"] [data-right="see"]`) as HTMLElement);
  };
  await screen.findByText('工资表');
  toggle('old');
  expect(save().disabled).toBe(false);
  expect(screen.getByText('保存后只按角色授权')).toBeTruthy();
  toggle('old');
  expect(save().disabled).toBe(true);
  expect(screen.queryByText('保存后只按角色授权')).toBeNull();
  toggle('old');
  toggle('pay');
  toggle('old');
  fireEvent.click(save());
  await waitFor(() => expect(sent).toEqual([{ code: '*', revision: 'r1', forms: [{ formKey: 'pay', rights: [] }] }]));
});

it('keeps the choices when somebody clicks beside the dialog', async () => {
  await renderAt('/s', given([]), block, admin);
  fireEvent.click(await screen.findByRole('button', { name: '旧表：字段权限' }));
  await screen.findByText('明细 / 金额');
  const beside = document.querySelector('.ant-modal-wrap') as HTMLElement;
  fireEvent.mouseDown(beside);
  fireEvent.mouseUp(beside);
  fireEvent.click(beside);
  await new Promise((resolve) => {
    setTimeout(resolve, 300);
  });
  expect(screen.queryByRole('dialog')).toBeTruthy();
});

it('lists the forms that no grid rules yet', async () => {
  await renderAt('/s', given([]), block, admin);
  fireEvent.click(await screen.findByRole('checkbox', { name: '只看未按角色授权的表单（1）' }));
  expect(screen.queryByText('工资表')).toBeNull();
  expect(screen.getByText(/旧表/)).toBeTruthy();
  pressed('旧表：字段权限');
  expect(await screen.findByText('所有人 · 旧表 · 字段权限')).toBeTruthy();
});

it('takes no change while the rights are saved, because it would be lost', async () => {
  let answer = (): void => undefined;
  const services = given([]);
  const request = services.request;
  services.request = ((call: { url: string }) =>
    call.url.endsWith('/role/saveGrid')
      ? new Promise<void>((resolve) => {
          answer = () => resolve();
        })
      : request(call as never)) as Services['request'];
  await renderAt('/s', services, block, admin);
  const box = (form: string): HTMLInputElement =>
    document.querySelector(`[data-form="${form}"] input[data-right="see"]`) as HTMLInputElement;
  await screen.findByText('工资表');
  fireEvent.click(box('old'));
  fireEvent.click(document.querySelector('[data-action="save"]') as HTMLElement);
  await waitFor(() => expect(box('pay').disabled).toBe(true));
  expect((screen.getByRole('button', { name: '工资表：字段权限' }) as HTMLButtonElement).disabled).toBe(true);
  expect((document.querySelector('[data-action="undo"]') as HTMLButtonElement).disabled).toBe(true);
  answer();
  await waitFor(() => expect(box('pay').disabled).toBe(false));
});
