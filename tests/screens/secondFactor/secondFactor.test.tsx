import { fireEvent, render, waitFor } from '@testing-library/react';
import { App } from 'antd';
import { expect, test, vi } from 'vitest';
import { createRegistry } from '../../../src/kernel/registry.ts';
import { RuntimeProvider } from '../../../src/runtime/Provider.tsx';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { SecondFactorBlock } from '../../../src/screens/secondFactor/SecondFactorBlock.tsx';
import { situation } from '../fakes.tsx';

vi.setConfig({ testTimeout: 40_000 });

const CODES = ['AAAA-BBBB-CCCC-DDDD', 'EEEE-FFFF-GGGG-HHHH'];

function open(state: { isOn: boolean; isRequired?: boolean; recoveryLeft?: number }) {
  const calls: { url: string; params: unknown }[] = [];
  const now = { isRequired: false, recoveryLeft: 10, ...state };
  const request = async ({ url, params }: { url: string; params: Record<string, unknown> }): Promise<unknown> => {
    calls.push({ url, params });
    if (url.endsWith('/state')) return { ...now };
    if (url.endsWith('/begin'))
      return { secretKey: 'ABCDEFGHIJKLMNOP', url: 'otpauth://totp/x?secret=ABCDEFGHIJKLMNOP' };
    if (params['code'] !== '123456') throw new ServiceError('FACTOR_WRONG', '验证码不正确或已使用过');
    now.isOn = !url.endsWith('/off');
    return { codes: CODES };
  };
  const view = render(
    <App>
      <RuntimeProvider
        registry={createRegistry([])}
        services={{ request } as unknown as Services}
        situation={situation}
      >
        <SecondFactorBlock node={{ tag: 'secondFactor', title: '两步验证' }} />
      </RuntimeProvider>
    </App>,
  );
  const prove = (text: string): void => {
    const input = view.container.querySelector('#factor-proof') as HTMLInputElement;
    fireEvent.change(input, { target: { value: text } });
    fireEvent.submit(input.closest('form') as HTMLFormElement);
  };
  return { view, calls, prove };
}

test('setting up asks for the password, shows the code for the app, and the recovery codes once', async () => {
  const { view, calls, prove } = open({ isOn: false });
  fireEvent.click(await view.findByText('开启两步验证'));
  prove('Demo@2026');
  await view.findByText('ABCD EFGH IJKL MNOP');
  expect(view.getByAltText('用身份验证器扫描的二维码').getAttribute('data-code-text')).toContain('otpauth://');
  prove('000000');
  await view.findByText(/验证码不正确/);
  prove(' 123456 ');
  for (const code of CODES) await view.findByText(code);
  // a site without https has no clipboard interface
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  fireEvent.click(view.container.querySelector('[data-action="copy"]') as HTMLElement);
  await view.findByText('浏览器不允许复制，请手动抄录');
  fireEvent.click(view.getByText('我已保存'));
  await view.findByText('已开启');
  expect(view.queryByText(CODES[0] as string)).toBeNull();
  expect(calls.map(({ url }) => url.split('/').at(-1))).toEqual(['state', 'begin', 'confirm', 'confirm', 'state']);
});

test('it is turned off with a code, and who must have it is told that they cannot', async () => {
  const own = open({ isOn: true, recoveryLeft: 2 });
  fireEvent.click(await own.view.findByRole('button', { name: '关 闭' }).catch(() => own.view.getByText(/^关\s?闭$/)));
  own.prove('123456');
  await own.view.findByText('未开启');
  own.view.unmount();
  const bound = open({ isOn: true, isRequired: true });
  await bound.view.findByText('按系统参数的规定，管理员不能关闭');
  await waitFor(() => expect(bound.view.container.querySelector('[data-action=off]')).toBeNull());
});
