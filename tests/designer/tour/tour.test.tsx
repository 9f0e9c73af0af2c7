import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { fakeServices, renderAt, situation } from '../../screens/fakes.tsx';

beforeEach(() => {
  vi.stubGlobal('innerWidth', 1440);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };

async function open(seen: readonly string[]) {
  const noted: unknown[] = [];
  const services = fakeServices({
    forms: {
      list: async () => [
        { key: 'car', name: '用车申请', version: 0, updateTime: '2026-01-01 00:00:00', hasDraft: true, revision: 4 },
      ],
      draft: async () => ({
        formKey: 'car',
        formName: '用车申请',
        fields: [{ tag: 'el-input', __vModel__: 'a', label: 'a' }],
      }),
    },
    request: async ({ url }) => (url.endsWith('/guides') ? seen : []),
  });
  Object.assign(services, {
    system: new Proxy(
      {},
      {
        get: () => async (url: string, params: unknown) => {
          if (url.endsWith('/noteGuide')) noted.push(params);
          return [];
        },
      },
    ),
  });
  await renderAt(
    '/m?form=car',
    services,
    <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
    administrator,
  );
  await waitFor(() => expect(document.querySelector('[data-designer="canvas"]')).toBeTruthy());
  return noted;
}
const title = (): string | undefined => document.querySelector('.ant-tour-title')?.textContent ?? undefined;

it('who has never seen the guide is led through the designer, once', async () => {
  const noted = await open([]);
  await waitFor(() => expect(title()).toBe('字段在这里'));
  for (const next of ['画布就是大家看到的样子', '属性', '问题', '换个角度看', '保存、复核与发布']) {
    fireEvent.click(document.querySelector('.ant-tour-next-btn') as Element);
    await waitFor(() => expect(title()).toBe(next));
  }
  fireEvent.click(document.querySelector('.ant-tour-next-btn') as Element);
  await waitFor(() => expect(noted).toEqual([{ guide: 'designer' }]));
  expect(title()).toBeUndefined();
});

it('who has seen it opens it by its button, from the beginning', async () => {
  await open(['designer']);
  await new Promise((done) => {
    setTimeout(done, 50);
  });
  expect(title()).toBeUndefined();
  fireEvent.click(screen.getByRole('button', { name: /使用导览/ }));
  await waitFor(() => expect(title()).toBe('字段在这里'));
  fireEvent.keyDown(document, { key: 'Escape' });
  await waitFor(() => expect(title()).toBeUndefined());
  expect(document.activeElement?.textContent).toContain('使用导览');
});
