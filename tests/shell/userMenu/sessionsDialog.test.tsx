import { act, fireEvent, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import type { OpenSession } from '../../../src/runtime/services/people.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { UserMenu } from '../../../src/shell/userMenu/UserMenu.tsx';
import { passTime } from '../../support/pendingTimers.ts';
import { show, type Shown } from '../bench.tsx';

vi.setConfig({ testTimeout: 40_000 });

const here: OpenSession = {
  id: 's1',
  device: 'Windows 电脑 · Edge',
  address: '10.1.2.3',
  signedIn: '2026-11-20 08:31:12',
  lastSeen: '2026-11-22 09:05:40',
  isCurrent: true,
};
const phone: OpenSession = {
  id: 's2',
  device: 'iPhone · 微信',
  address: '113.9.1.1',
  signedIn: '2026-11-21 19:02:00',
  lastSeen: '2026-11-21 21:15:00',
  isCurrent: false,
};
const unknown: OpenSession = {
  id: 's3',
  device: '',
  address: '',
  signedIn: '2026-11-21 19:02:00',
  lastSeen: '2026-11-21 19:02:00',
  isCurrent: false,
};

async function openDialog(sessions: () => Promise<OpenSession[]>): Promise<Shown> {
  const shown = await show(<UserMenu />, { session: { services: { sessions } } });
  fireEvent.click(shown.view.container.querySelector('[data-action="user-menu"]') as HTMLElement);
  fireEvent.click(await shown.view.findByText('登录设备'));
  await shown.view.findByText(/账号目前登录着的设备/);
  return shown;
}
const press = (selector: string): void => {
  fireEvent.click(document.querySelector(selector) as HTMLElement);
};
const confirm = async (label: string): Promise<void> => {
  const button = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLButtonElement>('.ant-modal-confirm-btns button')].find(
      ({ textContent }) => textContent.replaceAll(' ', '') === label,
    );
    if (!found) throw new Error('nothing asked');
    return found;
  });
  fireEvent.click(button);
};

test('the user menu tells where one is signed in; the own device cannot be thrown out of it', async () => {
  const { view } = await openDialog(async () => [here, phone, unknown]);
  await view.findByText('当前设备');
  expect(
    [...document.querySelectorAll('[data-session]')].map((item) => item.textContent.replaceAll(/\s+/g, '')),
  ).toEqual([
    'Windows电脑·Edge当前设备地址10.1.2.3，登录于2026-11-2008:31，最近使用2026-11-2209:05',
    'iPhone·微信地址113.9.1.1，登录于2026-11-2119:02，最近使用2026-11-2121:15退出',
    '未知设备登录于2026-11-2119:02，最近使用2026-11-2119:02退出',
  ]);
  const { violations } = await axe.run(document.querySelector('.ant-modal') as HTMLElement, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('a device is left only after a confirmation, and the list is asked for again', async () => {
  let left = [here, phone];
  const shown = await openDialog(async () => left);
  await shown.view.findByText('iPhone · 微信');
  press('[data-session="s2"] [data-action="end-session"]');
  // the confirmation carries its title twice, once unseen
  expect(await shown.view.findAllByText('退出“iPhone · 微信”上的登录？')).not.toHaveLength(0);
  expect(shown.calls).not.toContain('end s2');
  left = [here];
  await confirm('退出');
  // at once, not only when the message of it has gone
  await act(() => passTime(500));
  expect(shown.view.queryByText('iPhone · 微信')).toBeNull();
  expect(shown.calls).toContain('end s2');
  expect(document.querySelector('[data-action="end-other-sessions"]')).toBeNull();
});

test('all other devices are left at once, and how many they are is said before', async () => {
  let left = [here, phone, unknown];
  const shown = await openDialog(async () => left);
  await shown.view.findByText('未知设备');
  press('[data-action="end-other-sessions"]');
  await shown.view.findByText(/除当前设备外的 2 处登录/);
  left = [here];
  await confirm('全部退出');
  await act(() => passTime(500));
  expect(document.querySelectorAll('[data-session]')).toHaveLength(1);
  expect(shown.calls).toContain('end others');
});

test('a list that cannot be had says why and can be asked for again', async () => {
  let fails = true;
  const { view } = await openDialog(async () => {
    if (fails) throw new ServiceError('UNAVAILABLE', '服务暂时不可用');
    return [here];
  });
  await view.findByText('服务暂时不可用');
  fails = false;
  press('[data-action="retry"]');
  await view.findByText('当前设备');
});
