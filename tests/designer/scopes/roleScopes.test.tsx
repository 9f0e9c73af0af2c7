import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, it, vi } from 'vitest';
import type { RoleScopes, RoleScopeService } from '../../../src/runtime/services/roleScopes.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { RoleScopeBlock } from '../../../src/designer/scopes/RoleScopeBlock.tsx';
import { scopeChanges } from '../../../src/designer/scopes/dataScopes.ts';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

const FORMS = [
  { formKey: 'seal', formName: '用印申请' },
  { formKey: 'leave', formName: '请假申请' },
];
const DATA: RoleScopes = {
  forms: FORMS,
  roles: [
    { code: 'admin', name: '系统管理员', scope: 'self', forms: [], holders: 1 },
    { code: 'manager', name: '分管领导', scope: 'unit', forms: [{ formKey: 'seal', scope: 'all' }], holders: 3 },
    { code: 'staff', name: '经办人', scope: 'self', forms: [], holders: 40 },
  ],
};
const admin = { ...situation, user: { ...situation.user, roles: ['admin'] } };
const block = <RoleScopeBlock node={{ tag: 'roleScopeManager' }} path={['root']} />;
const given = (more: Partial<RoleScopeService> = {}): Services => ({
  ...fakeServices({}),
  roleScopes: { list: async () => DATA, save: async () => undefined, ...more },
});
const action = (name: string): HTMLButtonElement => {
  const found = document.querySelector<HTMLButtonElement>(`[data-action="${name}"]`);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const ok = (): HTMLButtonElement => document.querySelector('.ant-modal-footer .ant-btn-primary') as HTMLButtonElement;

afterEach(cleanup);

it('is closed to everybody but administrators, and offers no line for them: they read everything', async () => {
  await renderAt('/s', given(), block);
  expect(screen.getByText('没有权限')).toBeTruthy();
  cleanup();
  const { container } = await renderAt('/s', given(), block, admin);
  await screen.findByRole('heading', { name: '分管领导' });
  expect(container.querySelector('[data-role-line="admin"]')).toBeNull();
  const { violations } = await axe.run(container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
});

it('saves nothing before it was said who will see less', async () => {
  const save = vi.fn(async () => undefined);
  await renderAt('/s', given({ save }), block, admin);
  await screen.findByRole('heading', { name: '分管领导' });
  expect(action('save').disabled).toBe(true);
  fireEvent.click(document.querySelector('input[type="radio"][value="dept"]') as Element);
  fireEvent.click(action('save'));
  await screen.findByText('影响属于此角色的 3 人');
  expect(document.querySelector('[data-change="narrower"]')?.textContent).toContain('本单位 → 本部门');
  expect(save).not.toHaveBeenCalled();
  fireEvent.click(ok());
  await waitFor(() =>
    expect(save).toHaveBeenCalledWith({
      code: 'manager',
      scope: 'dept',
      forms: [{ formKey: 'seal', scope: 'all' }],
      before: { scope: 'unit', forms: [{ formKey: 'seal', scope: 'all' }] },
    }),
  );
});

it('keeps what was chosen when saving fails, and takes it back on demand', async () => {
  const save = vi.fn(async () => {
    throw new Error('x');
  });
  await renderAt('/s', given({ save }), block, admin);
  await screen.findByRole('heading', { name: '分管领导' });
  fireEvent.click(action('remove-line'));
  fireEvent.click(action('save'));
  await screen.findByText('影响属于此角色的 3 人');
  fireEvent.click(ok());
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  expect(document.querySelector('[data-form="seal"]')).toBeNull();
  fireEvent.click(action('undo'));
  expect(document.querySelector('[data-form="seal"]')).toBeTruthy();
  expect(action('save').disabled).toBe(true);
});

it('asks before another role is opened while something is unsaved', async () => {
  await renderAt('/s', given(), block, admin);
  await screen.findByRole('heading', { name: '分管领导' });
  fireEvent.click(action('remove-line'));
  fireEvent.click(document.querySelector('[data-role-line="staff"]') as Element);
  await screen.findAllByText('放弃未保存的修改？');
  expect(screen.queryByRole('heading', { name: '经办人' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /放\s*弃/ }));
  await screen.findByRole('heading', { name: '经办人' });
});

it('says for each form what becomes of it, also where its own line goes', () => {
  const before = { scope: 'unit', forms: [{ formKey: 'seal', scope: 'all' }] } as const;
  expect(scopeChanges({ ...before, forms: [...before.forms] }, { scope: 'unit', forms: [] }, FORMS)).toEqual([
    { name: '用印申请', before: { scope: 'all' }, after: { scope: 'unit' }, isWider: false, isNarrower: true },
  ]);
  expect(scopeChanges({ scope: 'self', forms: [] }, { scope: 'dept', forms: [] }, FORMS)).toEqual([
    { name: '所有表单', before: { scope: 'self' }, after: { scope: 'dept' }, isWider: true, isNarrower: false },
  ]);
  // a line that says what holds anyway changes nothing for anybody
  expect(
    scopeChanges({ scope: 'unit', forms: [] }, { scope: 'unit', forms: [{ formKey: 'leave', scope: 'unit' }] }, FORMS),
  ).toEqual([]);
});

it('says of chosen departments whether more or less is seen, or both', () => {
  const chosen = (...deptIds: string[]) => ({ scope: 'chosen' as const, deptIds, forms: [] });
  const of = (before: Parameters<typeof scopeChanges>[0], after: Parameters<typeof scopeChanges>[0]) =>
    scopeChanges(before, after, FORMS).map(({ isWider, isNarrower }) => [isWider, isNarrower]);
  expect(of({ scope: 'all', forms: [] }, chosen('a'))).toEqual([[false, true]]);
  expect(of({ scope: 'self', forms: [] }, chosen('a'))).toEqual([[true, false]]);
  expect(of({ scope: 'unit', forms: [] }, chosen('a'))).toEqual([[true, true]]);
  expect(of(chosen('a'), chosen('a', 'b'))).toEqual([[true, false]]);
  expect(of(chosen('a', 'b'), chosen('b'))).toEqual([[false, true]]);
  expect(of(chosen('a', 'b'), chosen('b', 'a'))).toEqual([]);
});

it('takes chosen departments, in general and for one form, and saves none without a department', async () => {
  const save = vi.fn(async () => undefined);
  const services: Services = {
    ...given({ save }),
    request: async () => [
      { id: 'd1', name: '检测部', type: 'dept', hasChildren: false },
      { id: 'd2', name: '财务部', type: 'dept', hasChildren: false },
    ],
  };
  await renderAt('/s', services, block, admin);
  await screen.findByRole('heading', { name: '分管领导' });
  fireEvent.click(document.querySelector('input[type="radio"][value="chosen"]') as Element);
  await screen.findByText('请至少选择一个部门');
  expect(action('save').disabled).toBe(true);
  fireEvent.click(action('choose-depts'));
  const title = await screen.findByText('财务部', { selector: '.ant-tree-title' });
  fireEvent.click(title);
  fireEvent.click(document.querySelector('[role="dialog"] [data-action="confirm"]') as Element);
  await waitFor(() => expect(document.querySelector('.dz-scope-depts')?.textContent).toContain('财务部'));
  fireEvent.click(action('save'));
  await screen.findByText('影响属于此角色的 3 人');
  expect(document.querySelector('[data-change="other"]')?.textContent).toContain('本单位 → 指定部门（1 个）');
  fireEvent.click(ok());
  await waitFor(() =>
    expect(save).toHaveBeenCalledWith({
      code: 'manager',
      scope: 'chosen',
      deptIds: ['d2'],
      forms: [{ formKey: 'seal', scope: 'all' }],
      before: { scope: 'unit', forms: [{ formKey: 'seal', scope: 'all' }] },
    }),
  );
});
