import { fireEvent, waitFor } from '@testing-library/react';
import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import type { Services } from '../../../src/runtime/services/services.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { SignIn } from '../../../src/shell/signIn/SignIn.tsx';
import { show, type Shown } from '../bench.tsx';

vi.setConfig({ testTimeout: 40_000 });

const node = { tag: 'signIn', title: '建设工程检测协同平台' } as const;

async function open(
  session: Partial<Services['session']> = {},
  stored: Record<string, string> = {},
): Promise<Shown & { captchas: () => number }> {
  let captchas = 0;
  const captcha = async () => {
    captchas += 1;
    return { uuid: `u${captchas}`, image: 'data:image/svg+xml,x' };
  };
  const shown = await show(<SignIn node={node} path={['root']} />, {
    session: { signedIn: false, stored, services: { captcha, ...session } },
    isLoaded: false,
  });
  await shown.view.findByAltText('验证码');
  return { ...shown, captchas: () => captchas };
}

const type = ({ view }: Shown, label: string, value: string): void => {
  fireEvent.change(view.getByLabelText(label), { target: { value } });
};

const valueOf = ({ view }: Shown, label: string): string => (view.getByLabelText(label) as HTMLInputElement).value;

function fill(shown: Shown): void {
  type(shown, '用户名', ' staff ');
  type(shown, '密码', 'Demo@2026');
  type(shown, '验证码', ' 1234 ');
}

/** Enter in a field submits the form of its submit button. */
const submit = ({ view }: Shown): void => {
  fireEvent.submit(view.getByRole('form', { name: '登录' }));
};

test('the form sends name, password, captcha text and the id of the picture on show (AU-002)', async () => {
  const forms: unknown[] = [];
  const shown = await open({
    signIn: async (form) => {
      forms.push(form);
    },
  });
  fill(shown);
  submit(shown);
  await waitFor(() =>
    expect(forms).toEqual([{ username: 'staff', password: 'Demo@2026', uuid: 'u1', validateCode: '1234' }]),
  );
});

test('empty fields are named and nothing is sent (AU-001)', async () => {
  const shown = await open({
    signIn: async () => {
      throw new Error('sent');
    },
  });
  type(shown, '用户名', '   ');
  submit(shown);
  for (const text of ['请输入用户名', '请输入密码', '请输入验证码']) expect(shown.view.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(shown.view.getByLabelText('用户名'));
});

const FAILURES: [string, unknown, string, string][] = [
  ['a wrong password', new ServiceError('A0210', '用户名或密码错误'), '用户名或密码错误', '密码'],
  ['a wrong captcha', new ServiceError('A0212', '验证码错误或已过期'), '验证码错误或已过期', '验证码'],
  [
    'a locked account',
    new ServiceError('A0211', '登录失败次数过多，请 10 分钟后再试'),
    '登录失败次数过多，请 10 分钟后再试',
    '密码',
  ],
  [
    'a one-time password that has expired',
    new ServiceError('PASSWORD_LAPSED', '一次性密码已过期，请联系系统管理员重新设置密码'),
    '一次性密码已过期，请联系系统管理员重新设置密码',
    '密码',
  ],
  [
    'a directory that cannot be reached',
    new ServiceError('DIRECTORY_AWAY', '公司账号服务暂时连不上，请稍后再试'),
    '公司账号服务暂时连不上，请稍后再试',
    '密码',
  ],
  [
    'no network',
    new ServiceError('NETWORK', '无法连接服务器，请检查网络后重试'),
    '无法连接服务器，请检查网络后重试',
    '密码',
  ],
  [
    'a proxy that takes no more requests',
    new ServiceError('429', '操作过于频繁，请稍后重试'),
    '操作过于频繁，请稍后重试',
    '密码',
  ],
  ['any other code', new ServiceError('X1', 'Internal'), '用户名或密码错误', '密码'],
];
for (const [name, error, text, focused] of FAILURES) {
  test(`${name} is said as “${text}”, with a new captcha and the focus on ${focused} (ER-006, ER-008)`, async () => {
    const shown = await open({
      signIn: async () => {
        throw error;
      },
    });
    fill(shown);
    submit(shown);
    await shown.view.findByText(text);
    await waitFor(() => expect(shown.captchas()).toBe(2));
    expect(valueOf(shown, '验证码')).toBe('');
    expect(valueOf(shown, '密码')).toBe('Demo@2026');
    expect(document.activeElement).toBe(shown.view.getByLabelText(focused));
  });
}

test('a second press while signing in sends nothing more', async () => {
  let count = 0;
  const shown = await open({
    signIn: () => {
      count += 1;
      return new Promise(() => undefined);
    },
  });
  fill(shown);
  submit(shown);
  submit(shown);
  expect(count).toBe(1);
});

test('a click on the captcha shows another one (AU-007)', async () => {
  const shown = await open();
  fireEvent.click(shown.view.getByLabelText('换一张验证码'));
  await waitFor(() => expect(shown.captchas()).toBe(2));
});

test('a captcha that could not be fetched offers to try again', async () => {
  const shown = await show(<SignIn node={node} path={['root']} />, {
    session: {
      signedIn: false,
      services: {
        captcha: async () => {
          throw new ServiceError('NETWORK', 'x');
        },
      },
    },
    isLoaded: false,
  });
  await shown.view.findByText('点击重试');
});

test('the username of the last sign-in is there (AU-004)', async () => {
  const shown = await open({}, { username: 'leader' });
  expect(valueOf(shown, '用户名')).toBe('leader');
});

test('caps lock is told while typing a password', async () => {
  const shown = await open();
  const password = shown.view.getByLabelText('密码');
  const press = (isOn: boolean): void => {
    const event = new KeyboardEvent('keydown', { bubbles: true, key: 'A' });
    Object.defineProperty(event, 'getModifierState', { value: () => isOn });
    fireEvent(password, event);
  };
  press(true);
  expect(shown.view.getByText('大写锁定已打开')).toBeTruthy();
  press(false);
  expect(shown.view.queryByText('大写锁定已打开')).toBeNull();
});

test('the password can be shown', async () => {
  const shown = await open();
  fireEvent.click(shown.view.getByText('显示'));
  expect(shown.view.getByLabelText('密码').getAttribute('type')).toBe('text');
});

test('the sign-in page has no accessibility fault', async () => {
  const shown = await open();
  submit(shown);
  const { violations } = await axe.run(shown.view.container, {
    rules: { 'color-contrast': { enabled: false }, region: { enabled: false } },
  });
  expect(violations.map(({ id, nodes }) => [id, nodes[0].html])).toEqual([]);
});

test('a second factor is asked for after the password; a wrong code stays there, an ended one leads back', async () => {
  const forms: unknown[] = [];
  const answers = [
    new ServiceError('FACTOR_REQUIRED', '请输入动态验证码', { challenge: 'c1' }),
    new ServiceError('FACTOR_WRONG', '验证码不正确或已使用过，请等下一个验证码再试'),
    new ServiceError('FACTOR_ENDED', '验证已超时或尝试次数过多，请重新登录'),
  ];
  const shown = await open({
    signIn: async (form) => {
      forms.push(form);
      const answer = answers.shift();
      if (answer) throw answer;
    },
  });
  fill(shown);
  submit(shown);
  const second = (): HTMLElement => shown.view.getByRole('form', { name: '两步验证' });
  await waitFor(second, { timeout: 20_000 });
  const results = await axe.run(shown.view.container, { rules: { 'color-contrast': { enabled: false } } });
  expect(results.violations.map(({ id }) => id)).toEqual([]);
  fireEvent.submit(second());
  await shown.view.findByText('请输入动态验证码');
  expect(forms).toHaveLength(1);
  type(shown, '动态验证码', ' 123456 ');
  fireEvent.submit(second());
  await shown.view.findByText(/验证码不正确/);
  expect(forms.at(-1)).toEqual({ username: 'staff', grant_type: 'factor', challenge: 'c1', code: '123456' });
  fireEvent.click(shown.view.getByText('手机不在身边？用恢复码'));
  type(shown, '恢复码', 'ABCD-EFGH');
  fireEvent.submit(second());
  await shown.view.findByRole('form', { name: '登录' });
  await shown.view.findByText(/请重新登录/);
  expect(valueOf(shown, '验证码')).toBe('');
});

test('the first empty field has the keyboard where there is a mouse, and none on a phone', async () => {
  const pointer = vi.spyOn(window, 'matchMedia');
  pointer.mockImplementation((media) => ({ media, matches: media === '(pointer: fine)' }) as MediaQueryList);
  const first = await open();
  expect(document.activeElement?.id).toBe('username');
  first.view.unmount();
  const known = await open({}, { username: 'staff' });
  expect([valueOf(known, '用户名'), document.activeElement?.id]).toEqual(['staff', 'password']);
  known.view.unmount();
  pointer.mockImplementation((media) => ({ media, matches: false }) as MediaQueryList);
  await open();
  expect(document.activeElement).toBe(document.body);
  pointer.mockRestore();
});

test('the service of the company leads back to the page asked for, and a refused ticket is told and sent once', async () => {
  const settings = document.createElement('meta');
  settings.name = 'platform';
  settings.content = JSON.stringify({ companySignIn: '用集团账号登录' });
  document.head.append(settings);
  const forms: object[] = [];
  const at = (address: string) =>
    show(<SignIn node={node} path={['root']} />, {
      at: address,
      isLoaded: false,
      session: {
        signedIn: false,
        stored: {},
        services: {
          captcha: async () => ({ uuid: 'u', image: 'data:image/svg+xml,x' }),
          signIn: async (form: object) => {
            forms.push(form);
            throw new ServiceError('B0001', '企业登录没有完成：已取消');
          },
        },
      },
    });
  try {
    const { view } = await at('/login?redirect=%2Fmail%2Finbox');
    const link = await view.findByRole('link', { name: '用集团账号登录' });
    expect(link.getAttribute('href')).toBe('/api/auth/openid/start?redirect=%2Fmail%2Finbox');
    expect(forms).toEqual([]);
    view.unmount();
    window.location.hash = '#/login?ticket=t1&redirect=%2Fmail%2Finbox';
    const refused = await at('/login?ticket=t1&redirect=%2Fmail%2Finbox');
    await refused.view.findByText('企业登录没有完成：已取消');
    expect(forms).toMatchObject([{ grant_type: 'ticket', ticket: 't1' }]);
    expect(window.location.hash).toBe('#/login?redirect=%2Fmail%2Finbox');
    await refused.view.findByRole('link', { name: '用集团账号登录' });
  } finally {
    settings.remove();
    window.location.hash = '';
  }
});

test('a ticket that led to the second factor is not sent again when the form comes back', async () => {
  const settings = document.createElement('meta');
  settings.name = 'platform';
  settings.content = JSON.stringify({ companySignIn: '用集团账号登录' });
  document.head.append(settings);
  const tickets: unknown[] = [];
  const signIn = async (form: object): Promise<never> => {
    tickets.push((form as { ticket?: string }).ticket);
    throw new ServiceError('FACTOR_REQUIRED', '请输入验证码', { challenge: 'c1' });
  };
  try {
    const { view } = await show(<SignIn node={node} path={['root']} />, {
      at: '/login?ticket=t2',
      isLoaded: false,
      session: { signedIn: false, services: { signIn } },
    });
    fireEvent.click(await view.findByText('返回登录'));
    await view.findByRole('link', { name: '用集团账号登录' });
    expect(tickets).toEqual(['t2']);
  } finally {
    settings.remove();
  }
});
