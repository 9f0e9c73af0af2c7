import { act, fireEvent, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ServiceError } from '../../src/runtime/services/serviceError.ts';
import { ModuleSwitch } from '../../src/shell/moduleSwitch/ModuleSwitch.tsx';
import { UnitSwitch } from '../../src/shell/unitSwitch/UnitSwitch.tsx';
import { PasswordDialog } from '../../src/shell/userMenu/PasswordDialog.tsx';
import { UserMenu } from '../../src/shell/userMenu/UserMenu.tsx';
import { registerLeaveHandler } from '../../src/runtime/screen/leaveGuard.ts';
import { show, type Shown } from './bench.tsx';

vi.setConfig({ testTimeout: 40_000 });

async function openUserMenu(session: Parameters<typeof show>[1] = {}): Promise<Shown> {
  const shown = await show(<UserMenu />, session);
  fireEvent.click(shown.view.container.querySelector('[data-action="user-menu"]') as HTMLElement);
  await shown.view.findByText('退出登录');
  return shown;
}

test('a module leads to its first page and is kept (TB-002, UN-005)', async () => {
  const { view, session, where, local } = await show(<ModuleSwitch />);
  expect(session.state.moduleId).toBe('system');
  fireEvent.click(view.getByText('协同办公'));
  expect([where(), session.state.moduleId, local.getItem('activeModule')]).toEqual(['/index', 'office', 'office']);
});

test('modules that do not fit stand under 更多菜单 (TB-003)', async () => {
  const width = window.innerWidth;
  Object.defineProperty(window, 'innerWidth', { value: 390, configurable: true });
  const { view } = await show(<ModuleSwitch />);
  expect(view.getByText('系统管理')).toBeTruthy();
  expect(view.queryByText('协同办公')).toBeNull();
  expect(view.getByText('更多菜单')).toBeTruthy();
  Object.defineProperty(window, 'innerWidth', { value: width, configurable: true });
});

test('the module in use stands outside of 更多菜单, however few fit: it says where the person is', async () => {
  const width = window.innerWidth;
  Object.defineProperty(window, 'innerWidth', { value: 390, configurable: true });
  const { view, session } = await show(<ModuleSwitch />);
  const last = session.state.modules.filter(({ isShown }) => isShown).at(-1);
  const first = session.state.modules.find(({ isShown }) => isShown);
  act(() => session.chooseModule(last?.id ?? ''));
  const current = await waitFor(() => view.getByText(last?.title ?? '', { selector: '[aria-current]' }));
  expect(current.getAttribute('data-module')).toBe(last?.id);
  expect(view.queryByText(first?.title ?? '')).toBeNull();
  Object.defineProperty(window, 'innerWidth', { value: width, configurable: true });
});

test('the name tells unit, department and person when pointed at, and its menu offers a new password and the way out (TB-005, TB-007)', async () => {
  const { view } = await show(<UserMenu />);
  fireEvent.mouseEnter(view.getByText('张经办'));
  const card = await waitFor(() => {
    const found = document.querySelector('.sf-user-card');
    if (!found) throw new Error('no card');
    return found;
  });
  expect([...card.children].map((line) => line.textContent)).toEqual(['滨江检测', '检测一室', '张经办']);
  fireEvent.click(view.container.querySelector('[data-action="user-menu"]') as HTMLElement);
  await view.findByText('退出登录');
  expect(view.getByText('修改密码')).toBeTruthy();
  // without a pointer the menu says it
  const head = [...document.querySelectorAll('.ant-dropdown-menu-item-group-title .sf-user-card > *')];
  expect(head.map((line) => line.textContent)).toEqual(['滨江检测', '检测一室', '张经办']);
});

test('log out asks 确定注销并退出系统吗？ and does nothing until confirmed (AU-013)', async () => {
  const { view, local, reloads } = await openUserMenu();
  fireEvent.click(view.getByText('退出登录'));
  await view.findByText('确定注销并退出系统吗？');
  expect(local.getItem('tokens')).not.toBeNull();
  fireEvent.click(document.querySelector('[data-action="confirm-sign-out"]') as HTMLElement);
  await waitFor(() => expect(reloads).toEqual(['#/login']));
  expect(local.all()).toEqual({});
});

async function openPassword(change: (form: unknown) => Promise<void>): Promise<Shown> {
  const shown = await openUserMenu({ session: { services: { changePassword: change } } });
  fireEvent.click(shown.view.getByText('修改密码'));
  await shown.view.findByLabelText('旧密码');
  return shown;
}

const save = (): void => {
  fireEvent.click(document.querySelector('[data-action="save-password"]') as HTMLElement);
};
const fillPasswords = ({ view }: Shown, values: readonly [string, string, string]): void => {
  ['旧密码', '新密码', '确认密码'].forEach((label, i) =>
    fireEvent.change(view.getByLabelText(label), { target: { value: values[i] } }),
  );
};

test('the three passwords are asked for on blur, and a save without them says 请检查输入 (AU-019…021, ER-011)', async () => {
  const { view } = await openPassword(async () => {
    throw new Error('sent');
  });
  fireEvent.blur(view.getByLabelText('旧密码'));
  await view.findByText('请输入旧密码');
  save();
  await view.findByText('请检查输入');
  await view.findByText('请输入新密码');
  await view.findByText('请确认密码');
});

test('a weak new password and a confirmation that differs are refused before anything is sent (AU-022)', async () => {
  const shown = await openPassword(async () => {
    throw new Error('sent');
  });
  fillPasswords(shown, ['Demo@2026', 'weak', 'weaker']);
  save();
  await shown.view.findByText('密码长度应为 8 到 16 位');
  await shown.view.findByText('两次输入的密码不一致');
});

test('a new password equal to the old one is refused before anything is sent (AU-022)', async () => {
  const shown = await openPassword(async () => {
    throw new Error('sent');
  });
  fillPasswords(shown, ['Demo@2026', 'Demo@2026', 'Demo@2026']);
  save();
  await shown.view.findByText('不能与旧密码相同');
});

test('a changed password removes the tokens and leads to the first page, thus to sign-in (AU-023)', async () => {
  const sent: unknown[] = [];
  const shown = await openPassword(async (form) => {
    sent.push(form);
  });
  fillPasswords(shown, ['Demo@2026', 'Next@2027', 'Next@2027']);
  save();
  await waitFor(() => expect(shown.where()).toBe('/index'));
  expect(sent).toEqual([{ oldPassword: 'Demo@2026', password: 'Next@2027', confirmPassword: 'Next@2027' }]);
  expect([shown.tokens.get(), shown.session.state.token]).toEqual([null, null]);
});

test('a page with unsaved values is asked before the password is changed, because all pages are left', async () => {
  let calls = 0;
  const asked: (() => void)[] = [];
  const release = registerLeaveHandler({ hasUnsaved: () => calls === 0, ask: (proceed) => asked.push(proceed) });
  const shown = await openPassword(async () => {
    calls += 1;
  });
  fillPasswords(shown, ['Demo@2026', 'Next@2027', 'Next@2027']);
  save();
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(calls).toBe(0);
  asked[0]();
  await waitFor(() => expect(calls).toBe(1));
  release();
});

test('pressed twice, a password is changed once', async () => {
  let calls = 0;
  const shown = await openPassword(async () => {
    calls += 1;
  });
  fillPasswords(shown, ['Demo@2026', 'Next@2027', 'Next@2027']);
  save();
  save();
  await waitFor(() => expect(shown.where()).toBe('/index'));
  expect(calls).toBe(1);
});

test('a refused password change shows the message of the server and keeps the session (ER-010)', async () => {
  const shown = await openPassword(async () => {
    throw new ServiceError('VALUE_PATTERN', '旧密码：不正确');
  });
  fillPasswords(shown, ['x', 'Next@2027', 'Next@2027']);
  save();
  await shown.view.findByText('旧密码：不正确');
  expect(shown.tokens.get()).not.toBeNull();
});

test('a unit without an address is refused with a warning (ER-012)', async () => {
  const { view, session, reloads } = await show(<UnitSwitch />, { session: { stored: { currentUnit: 'c2' } } });
  expect(session.state.unitId).toBe('c2');
  fireEvent.mouseDown(view.getByRole('combobox'));
  fireEvent.click(await view.findByTitle('滨江检测'));
  await view.findByText('该公司暂未接入');
  expect(reloads).toEqual([]);
});

test('one unit alone is named and offers nothing to choose (TB-004)', async () => {
  const shown = await show(<UnitSwitch />);
  expect(shown.view.getByRole('combobox')).toBeTruthy();
  shown.session.state.userInfo!.unitList = shown.session.state.userInfo!.unitList!.slice(0, 1);
  await waitFor(() => expect(shown.view.queryByRole('combobox')).toBeNull());
  expect(shown.view.container.querySelector('.sf-unit')?.textContent).toContain(
    shown.session.state.userInfo!.unitList![0]!.name,
  );
});

test('who must change a password is told why it may be: it was given, or it is too old', async () => {
  const { view } = await show(<PasswordDialog isOpen isMandatory onClose={() => undefined} />);
  await view.findByText('请先修改密码');
  expect(view.getByText(/由管理员设定，或已超过有效期/)).toBeTruthy();
  expect(view.getByLabelText('现在的密码')).toBeTruthy();
  // there is no way around it but out
  expect(document.querySelector('.ant-modal-close')).toBeNull();
  expect(view.getByText('退出登录')).toBeTruthy();
});
