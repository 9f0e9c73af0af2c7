import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/runtime/services/services.ts';
import { FormManagerBlock } from '../../../src/designer/forms/FormManagerBlock.tsx';
import { fakeServices, FORM, lost, renderAt, situation } from '../../screens/fakes.tsx';

const administrator = { ...situation, user: { id: 'a', name: '管理员', roles: ['admin'] } };
const summary = { key: 'seal', name: '用印申请', version: 1, updateTime: '', hasDraft: true, revision: 5 };
const THEIRS = { ...FORM, formName: '同事的修改' };
const textOf = (definition: object): string => JSON.stringify(definition, null, 2);
const STORED = 'unsaved:a:form:seal:x';
const button = (name: string): HTMLButtonElement =>
  document.querySelector(`[data-action="${name}"]`) as HTMLButtonElement;
const offer = () => document.querySelector('.sc-offer');
/** Longer than the time after which the editor stores its text. */
const storingTime = () =>
  new Promise((done) => {
    setTimeout(done, 600);
  });

/** The editor after an earlier visit has stored a text that was edited from `from`. */
async function openAfter(from: object, own: Partial<Services['forms']> = {}): Promise<void> {
  const value = { text: textOf({ ...FORM, formName: '我的修改' }), from: textOf(from) };
  localStorage.setItem(STORED, JSON.stringify({ id: 'x', value, base: '1 4', time: 1 }));
  const forms = { list: async () => [summary], draft: async () => THEIRS, versions: async () => [], ...own };
  await renderAt(
    '/m?form=seal&view=json',
    fakeServices({ forms }),
    <FormManagerBlock node={{ tag: 'formManager' }} path={['root']} />,
    administrator,
  );
  await waitFor(() => expect(button('restore-kept')).toBeTruthy());
}

afterEach(async () => {
  cleanup();
  await new Promise((done) => {
    setTimeout(done, 0);
  });
  localStorage.clear();
});

it('keeps the unsaved text when its merge is cancelled, and gives it up once the merged text is in the editor', async () => {
  await openAfter(FORM);
  expect(offer()?.textContent).toContain('恢复时与其合并');
  fireEvent.click(button('restore-kept'));
  const dialog = await screen.findByRole('dialog', { name: '与他人的修改合并' });
  fireEvent.click(within(dialog).getByRole('button', { name: /取\s*消/ }));
  await storingTime();
  expect(localStorage.getItem(STORED)).toContain('我的修改');
  fireEvent.click(button('restore-kept'));
  const again = await screen.findByRole('dialog', { name: '与他人的修改合并' });
  fireEvent.click(within(again).getByRole('radio', { name: /用我的/ }));
  fireEvent.click(within(again).getByRole('button', { name: /^合\s*并$/ }));
  await waitFor(() => expect(document.querySelector('.cm-content')?.textContent).toContain('我的修改'));
  await waitFor(() => expect(offer()).toBeNull());
  await waitFor(() => expect(localStorage.getItem(STORED)).toBeNull(), { timeout: 2000 });
  const [stored = ''] = Object.keys(localStorage).filter((key) => key.startsWith('unsaved:a:form:seal:'));
  expect(localStorage.getItem(stored)).toContain('我的修改');
});

it('keeps the unsaved text when the newest state cannot be loaded', async () => {
  const list = vi.fn().mockResolvedValueOnce([summary]).mockRejectedValue(lost());
  await openAfter(FORM, { list });
  fireEvent.click(button('restore-kept'));
  await screen.findByText('无法连接服务器，请检查网络后重试');
  await storingTime();
  expect(localStorage.getItem(STORED)).toContain('我的修改');
  expect(offer()).not.toBeNull();
});

it('does not say that others have changed the document when the text was edited from what is stored', async () => {
  await openAfter(THEIRS);
  expect(offer()?.textContent).not.toContain('此后已有新的草稿或版本');
});
