import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
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

it('a link to a form that was removed leads back to the list', async () => {
  const gone = async () => {
    throw new ServiceError('404', '访问资源不存在');
  };
  await renderAt(
    '/m?form=seal',
    fakeServices({
      forms: { list: async () => [], draft: gone, definition: gone, versions: gone },
      request: async () => [],
    }),
    <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
    administrator,
  );
  await screen.findByText('没有这个表单');
  expect(screen.getByText('“seal”不存在或已被删除')).toBeTruthy();
  fireEvent.click(screen.getByText('返回列表'));
  await screen.findByText('表单管理');
  expect(screen.queryByText('没有这个表单')).toBeNull();
});
