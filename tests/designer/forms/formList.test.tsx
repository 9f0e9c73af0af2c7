import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { fakeServices, lost, renderAt, situation } from '../../screens/fakes.tsx';

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };

it('the list of forms and the dialog over it stay when the list cannot be loaded again', async () => {
  const summary = { key: 'seal', name: '用印申请', version: 1, updateTime: '', hasDraft: false };
  const list = vi.fn().mockResolvedValueOnce([summary]).mockRejectedValue(lost());
  await renderAt(
    '/m',
    fakeServices({ forms: { list }, request: async () => [] }),
    <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
    administrator,
  );
  await screen.findByText('用印申请');
  fireEvent.click(document.querySelector('[data-action="create"]') as Element);
  await screen.findByRole('dialog');
  fireEvent.click(document.querySelector('[data-action="refresh"]') as Element);
  await screen.findByText(/^刷新失败，显示的是此前的内容/);
  expect(screen.getByText('用印申请')).toBeTruthy();
  expect(screen.getByRole('dialog')).toBeTruthy();
});
