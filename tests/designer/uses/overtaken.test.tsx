import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { fakeServices, FORM, renderAt, situation } from '../../screens/fakes.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const ONE = { key: 'seal', name: '用印申请', updateTime: '2026-01-01 00:00:00', hasDraft: false, revision: 4 };

it('an editor that stays open says so at once when another person publishes a newer version, and loads it', async () => {
  let version = 1;
  const services = fakeServices({
    forms: {
      list: async () => [{ ...ONE, version }],
      draft: async () => ({ ...(FORM as object), formName: `第 ${version} 版的名称` }),
      definition: async () => FORM,
      versions: async () => [
        { version, state: 'published', author: '李四', time: '2026-01-02 10:00:00', note: '' } as never,
      ],
    },
  });
  await renderAt(
    '/m?form=seal&view=json',
    services,
    <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
    administrator,
  );
  await waitFor(() => expect(document.querySelector('.cm-content')?.textContent).toContain('第 1 版的名称'));
  // looked at again with nothing new
  await act(async () => {
    window.dispatchEvent(new Event('focus'));
  });
  expect(document.querySelector('[data-overtaken]')).toBeNull();
  version = 2;
  await act(async () => {
    window.dispatchEvent(new Event('focus'));
  });
  await screen.findByText('李四 已于 2026-01-02 10:00:00 发布第 2 版，这里打开的是第 1 版。');
  fireEvent.click(document.querySelector('[data-action="load-newest"]') as Element);
  await waitFor(() => expect(document.querySelector('.cm-content')?.textContent).toContain('第 2 版的名称'));
  expect(document.querySelector('[data-overtaken]')).toBeNull();
});
