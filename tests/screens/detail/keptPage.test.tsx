import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { PageContext, type Page } from '../../../src/runtime/screen/page.ts';
import type { Services } from '../../../src/runtime/services/services.ts';
import { aRecord, aTask, fakeServices, renderAt } from '../fakes.tsx';
import { button, detail, FLOW, stored, type } from './detailPage.tsx';

afterEach(() => localStorage.clear());

/** The page of a tab, as far as a record uses it. */
const aPage = (given: Partial<Page>): Page => ({
  registerLeaveHandler: () => () => undefined,
  updateUnsavedMark: () => undefined,
  show: () => undefined,
  isShown: () => true,
  isKept: () => true,
  isLostBy: () => false,
  setTitle: () => undefined,
  leave: () => undefined,
  leaveTo: () => undefined,
  changeHiddenQuery: () => undefined,
  onShown: () => () => undefined,
  onHidden: () => () => undefined,
  ...given,
});
const openIn = (page: Page, address: string, services: Services) =>
  renderAt(address, services, <PageContext value={page}>{detail}</PageContext>);

it('a new record that is stored while another tab is shown gets its own address', async () => {
  let isShown = true;
  const changeHiddenQuery = vi.fn();
  const save = vi.fn<Services['records']['save']>(async (key, record) => {
    isShown = false;
    return stored(key, record);
  });
  await openIn(
    aPage({ isShown: () => isShown, changeHiddenQuery }),
    '/d?formKey=seal',
    fakeServices({ records: { save } }),
  );
  type('name', '公章');
  fireEvent.click(button('save'));
  await waitFor(() => expect(changeHiddenQuery).toHaveBeenCalledWith('?formKey=seal&id=r1&isEdit=1'));
  expect(screen.getByTestId('address').textContent).toBe('/d?formKey=seal');
});

it('the next to-do takes the place of the one that is done', async () => {
  localStorage.setItem('continuousApproval', '1');
  const [leave, leaveTo] = [vi.fn(), vi.fn()];
  const running = aRecord('r1', { name: '公章' }, { flwState: '1', taskNode: '审核' });
  const list = async () => ({ list: [aTask({ taskId: 't1' }), aTask({ taskId: 't2', recordId: 'r2' })], total: 2 });
  await openIn(
    aPage({ leave, leaveTo }),
    '/d?formKey=seal&id=r1&isEdit=1&todo=1&taskId=t1',
    fakeServices({
      ...FLOW,
      records: { get: async () => running, run: async () => running },
      tasks: { list: list as never },
    }),
  );
  await waitFor(() => expect(button('approve')).toHaveProperty('disabled', false));
  fireEvent.click(button('approve'));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /确\s*定/ }));
  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith(expect.stringContaining('taskId=t2')));
  expect(leave).not.toHaveBeenCalled();
});
