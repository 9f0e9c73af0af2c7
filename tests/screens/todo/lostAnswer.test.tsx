import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FlowOptions } from '../../../src/runtime/services/tasks.ts';
import { aRecord, fakeServices, lost, onceServer, renderAt } from '../fakes.tsx';
import { button, detail, FLOW } from '../detail/detailPage.tsx';

const running = aRecord('r1', { name: '公章' }, { flwState: '1', taskNode: '审核' });
const OPTIONS: FlowOptions = { canTakeBack: false, canUrge: false, canVoid: false, canComment: true, task: null };

it('a comment whose answer was lost is not written twice, and a changed one only after its writer knows', async () => {
  const { executed, post } = onceServer(null, ['after']);
  const act = (_name: string, body: unknown, key: string) => post(body, key);
  await renderAt(
    '/d?formKey=seal&id=r1',
    fakeServices({ ...FLOW, records: { get: async () => running }, tasks: { options: async () => OPTIONS, act } }),
    detail,
  );
  await waitFor(() => expect(button('flow-more')).toBeTruthy());
  fireEvent.click(button('flow-more'));
  await waitFor(() => expect(button('comment')).toBeTruthy());
  fireEvent.click(button('comment'));
  const dialog = await screen.findByRole('dialog', { name: '评论' });
  const send = (text: string): void => {
    fireEvent.change(within(dialog).getByRole('textbox', { name: '评论' }), { target: { value: text } });
    fireEvent.click(within(dialog).getByRole('button', { name: /发\s*表/ }));
  };
  send('请补充附件');
  await screen.findByText(/无法连接服务器/);
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: /取\s*消/ })).toHaveProperty('disabled', false),
  );
  send('请补充附件和照片');
  await screen.findByText('上次的“评论”已经成功，这次修改的内容没有再提交');
  expect(executed).toMatchObject([{ opinion: '请补充附件' }]);
  await waitFor(() =>
    expect(within(dialog).getByRole('button', { name: /取\s*消/ })).toHaveProperty('disabled', false),
  );
  send('请补充附件和照片');
  await waitFor(() => expect(executed).toMatchObject([{ opinion: '请补充附件' }, { opinion: '请补充附件和照片' }]));
});

it.each([
  ['a to-do', '/d?formKey=seal&id=r1&isEdit=1&todo=1&taskId=t1'],
  ['an application', '/d?formKey=seal&id=r1'],
])('the acts on %s that could not be loaded are asked for again', async (_what, address) => {
  const options = vi.fn(async () => OPTIONS).mockRejectedValueOnce(lost());
  await renderAt(address, fakeServices({ ...FLOW, records: { get: async () => running }, tasks: { options } }), detail);
  await waitFor(() => expect(button('retry-flow')).toBeTruthy());
  // neither the targets of a return nor whether an approval needs a signature are known yet
  for (const name of ['return', 'approve']) if (button(name)) expect(button(name).disabled).toBe(true);
  fireEvent.click(button('retry-flow'));
  await waitFor(() => expect(button('flow-more')).toBeTruthy());
  expect(button('retry-flow')).toBeNull();
  if (button('return')) expect(button('return').disabled).toBe(false);
});
