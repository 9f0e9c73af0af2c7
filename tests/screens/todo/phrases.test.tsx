import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Phrase } from '../../../src/runtime/services/phrases.ts';
import { createStoredOpinion } from '../../../src/screens/todo/storedOpinion.ts';
import { OpinionDialog } from '../../../src/screens/todo/OpinionDialog.tsx';
import { fakeServices, lost, renderAt, situation } from '../fakes.tsx';

const PHRASES: Phrase[] = [
  { id: 'p1', act: 'approve', text: '按规定办理', isCommon: false },
  { id: 'p2', act: 'approve', text: '我的第二句', isCommon: false },
  { id: 'c1', act: 'approve', text: '同意', isCommon: true },
  { id: 'c2', act: 'return', text: '请修改', isCommon: true },
];
const nothing = (): void => undefined;
const button = (name: string, within_: ParentNode = document): HTMLElement => {
  const found = within_.querySelector<HTMLElement>(`[data-action="${name}"]`);
  if (!found) throw new Error(`no button ${name}`);
  return found;
};
const opened = (): Promise<HTMLElement> =>
  waitFor(() => {
    const found = document.querySelector<HTMLElement>('[data-act="phrases"]');
    if (!found) throw new Error('no manager of phrases');
    return found;
  });
/** The dialog with its focus in the opinion: it comes a moment after the dialog, and would end an edit elsewhere. */
async function dialog(phrases: object): Promise<void> {
  await renderAt(
    '/',
    fakeServices({ phrases }),
    <OpinionDialog
      act="approve"
      storedOpinion={createStoredOpinion('u-staff', 't', 'approve')}
      isBusy={false}
      onDone={nothing}
      onClose={nothing}
    />,
  );
  await waitFor(() => expect(document.activeElement?.tagName).toBe('TEXTAREA'));
}

afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

it('offers the phrases of the action, the own ones first, and takes the one that is pressed', async () => {
  await dialog({ list: async () => PHRASES });
  fireEvent.click(await screen.findByTitle('按规定办理'));
  expect([...document.querySelectorAll('.sc-phrase')].map((one) => one.textContent)).toEqual([
    '按规定办理',
    '我的第二句',
    '同意',
  ]);
  expect(screen.getByLabelText('办理意见')).toHaveProperty('value', '按规定办理');
});

it('keeps what is typed as a phrase, but no phrase twice', async () => {
  const save = vi.fn(async () => 'p3');
  await dialog({ list: async () => PHRASES, save });
  await screen.findByTitle('按规定办理');
  expect(document.querySelector('[data-action="keep-phrase"]')).toBeNull();
  fireEvent.change(screen.getByLabelText('办理意见'), { target: { value: ' 已核对 ' } });
  fireEvent.click(button('keep-phrase'));
  await waitFor(() => expect(save).toHaveBeenCalledWith({ act: 'approve', text: '已核对' }));
});

it('puts the own phrases in order and leaves everybody’s to administrators', async () => {
  const order = vi.fn(async () => null);
  await dialog({ list: async () => PHRASES, setOrder: order });
  await screen.findByTitle('按规定办理');
  fireEvent.click(button('manage-phrases'));
  const manager = await opened();
  const row = (id: string): HTMLElement => manager.querySelector<HTMLElement>(`[data-row="${id}"]`) ?? manager;
  expect(row('c1').querySelector('button')).toBeNull();
  expect(button('up', row('p1'))).toHaveProperty('disabled', true);
  fireEvent.click(button('up', row('p2')));
  await waitFor(() => expect(order).toHaveBeenCalledWith(['p2', 'p1']));
});

it('a changed phrase that could not be stored stays as it was typed, and is stored once it can be', async () => {
  let isOnline = false;
  const save = vi.fn(async () => {
    // an answer takes its time: the loss of focus comes while the save that Enter began is under way
    await new Promise((done) => {
      setTimeout(done, 50);
    });
    if (!isOnline) throw lost();
    return 'p1';
  });
  await dialog({ list: async () => PHRASES, save });
  await screen.findByTitle('按规定办理');
  fireEvent.click(button('manage-phrases'));
  const manager = await opened();
  fireEvent.click(button('edit', manager.querySelector('[data-row="p1"]') ?? manager));
  const input = within(manager).getByLabelText('常用语');
  fireEvent.change(input, { target: { value: '按新规定办理' } });
  fireEvent.keyDown(input, { key: 'Enter', keyCode: 13 });
  fireEvent.blur(input);
  await screen.findByText(/无法连接服务器/);
  expect(save).toHaveBeenCalledTimes(1);
  expect(within(manager).getByLabelText('常用语')).toHaveProperty('value', '按新规定办理');
  isOnline = true;
  fireEvent.blur(input);
  await waitFor(() => expect(within(manager).queryByLabelText('常用语')).toBeNull());
  expect(save).toHaveBeenLastCalledWith({ id: 'p1', act: 'approve', text: '按新规定办理' });
});

it('lets an administrator add a phrase for everybody', async () => {
  const save = vi.fn(async () => 'c9');
  await renderAt(
    '/',
    fakeServices({ phrases: { list: async () => PHRASES, save } }),
    <OpinionDialog
      act="return"
      storedOpinion={createStoredOpinion('u-staff', 't', 'return')}
      isBusy={false}
      onDone={nothing}
      onClose={nothing}
    />,
    { ...situation, user: { ...situation.user, roles: ['admin'] } },
  );
  await screen.findByTitle('请修改');
  fireEvent.click(button('manage-phrases'));
  const manager = await opened();
  fireEvent.change(within(manager).getByLabelText('新的常用语'), { target: { value: '附件不全' } });
  fireEvent.click(within(manager).getByLabelText('供所有人使用'));
  fireEvent.click(button('add-phrase', manager));
  await waitFor(() => expect(save).toHaveBeenCalledWith({ act: 'return', text: '附件不全', isCommon: true }));
});

it('Enter and Escape that belong to the input method neither store nor discard a phrase', async () => {
  const save = vi.fn(async () => 'p3');
  await dialog({ list: async () => PHRASES, save });
  await screen.findByTitle('按规定办理');
  fireEvent.click(button('manage-phrases'));
  const manager = await opened();
  const composing = { isComposing: true };
  const newPhrase = within(manager).getByLabelText('新的常用语');
  fireEvent.change(newPhrase, { target: { value: 'OK' } });
  fireEvent.keyDown(newPhrase, { key: 'Enter', ...composing });
  fireEvent.keyUp(newPhrase, { key: 'Enter' });
  fireEvent.click(button('edit', manager.querySelector('[data-row="p1"]') ?? manager));
  const input = within(manager).getByLabelText('常用语');
  fireEvent.change(input, { target: { value: '按新规定' } });
  fireEvent.keyDown(input, { key: 'Escape', ...composing });
  fireEvent.keyDown(input, { key: 'Enter', ...composing });
  fireEvent.keyUp(input, { key: 'Enter' });
  expect(within(manager).getByLabelText('常用语')).toHaveProperty('value', '按新规定');
  expect(save).not.toHaveBeenCalled();
  fireEvent.keyDown(newPhrase, { key: 'Enter' });
  await waitFor(() => expect(save).toHaveBeenCalledWith({ act: 'approve', text: 'OK' }));
});
