import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import type { Transition } from '../../../src/runtime/services/tasks.ts';
import { button, detail, FLOW, stored, type } from './detailPage.tsx';
import { quickTimers } from '../../support/quickTimers.ts';
import { aRecord, fakeServices, lost, renderAt } from '../fakes.tsx';

const never = (): Promise<never> => new Promise(() => undefined);
const keptDrafts = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith('draft:'));
const keep = vi.fn<() => Promise<never>>(never);
/** What was typed is a draft by now, and on its way to the server where it is to be. */
const typed = async (value: string, isSent: boolean): Promise<void> => {
  type('name', value);
  await waitFor(() => expect(keptDrafts()).toHaveLength(1));
  if (isSent) await waitFor(() => expect(keep).toHaveBeenCalled());
};

quickTimers();
beforeEach(() => {
  localStorage.clear();
  keep.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

describe.each([
  { of: 'the server', isSent: false, begin: () => undefined, drafts: { remove: never } },
  {
    of: 'the store of the browser',
    isSent: false,
    begin: () => {
      vi.stubGlobal('indexedDB', { open: () => ({}) });
    },
    drafts: {},
  },
  { of: 'the server to a draft that was on its way', isSent: true, begin: () => undefined, drafts: { save: keep } },
])('while $of does not answer to the removal of the draft', ({ begin, isSent, drafts }) => {
  it('a save that is done says so, and its id comes into the address', async () => {
    begin();
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save: stored }, drafts }), detail);
    await typed('公章', isSent);
    fireEvent.click(button('save'));
    await screen.findByText('保存成功');
    await waitFor(() => expect(screen.getByTestId('address').textContent).toContain('id=r1'));
    expect(keptDrafts()).toEqual([]);
  });

  it('a submission that is done says so and leaves the page', async () => {
    begin();
    const run = async (_key: string, { record }: Transition): Promise<FormRecord> => ({
      ...record,
      id: 'r1',
      flwState: '1',
    });
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ ...FLOW, records: { run }, drafts }), detail);
    await typed('公章', isSent);
    await act(async () => fireEvent.click(button('submit')));
    await screen.findByText('提交成功');
    await waitFor(() => expect(screen.getByTestId('address').textContent).not.toContain('/d?'));
    expect(keptDrafts()).toEqual([]);
  });

  it('an earlier act that turns out to be done is told, and what was typed after it stays as a draft', async () => {
    begin();
    const run = vi
      .fn(async (_key: string, { record }: Transition): Promise<FormRecord> => ({ ...record, id: 'r1', flwState: '1' }))
      .mockRejectedValueOnce(lost());
    await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ ...FLOW, records: { run }, drafts }), detail);
    await typed('公章', isSent);
    await act(async () => fireEvent.click(button('submit')));
    await waitFor(() => expect(button('retry')).toBeTruthy());
    type('name', '公章二');
    await act(async () => fireEvent.click(button('submit')));
    await screen.findByText(/上次的“提交”已经成功.*其后的填写已保留为草稿/);
    await waitFor(() => expect(screen.getByTestId('address').textContent).not.toContain('/d?'));
    expect(keptDrafts()).toHaveLength(1);
  });
});

it('what was typed while a draft was on its way to the server stays in this browser', async () => {
  let answer: (stored: { revision: number; time: number }) => void = () => undefined;
  const save = vi.fn(
    () =>
      new Promise<{ revision: number; time: number }>((resolve) => {
        answer = resolve;
      }),
  );
  const draftHere = (): string => localStorage.getItem(keptDrafts()[0] ?? '') ?? '';
  await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ records: { save: stored }, drafts: { save } }), detail);
  type('name', '公章');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  type('name', '合同章');
  await waitFor(() => expect(draftHere()).toContain('合同章'));
  await act(async () => answer({ revision: 1, time: 1 }));
  expect(JSON.parse(draftHere())).toMatchObject({ patch: { fields: { name: '合同章' } }, synced: 1, isSynced: false });
});

it('a draft goes, here and from the server, when what was typed is taken back', async () => {
  const get = async () => aRecord('r1', { name: '公章' });
  const save = vi.fn(async () => ({ revision: 1, time: 1 }));
  const remove = vi.fn(async (_ids: readonly string[]) => undefined);
  const services = fakeServices({ records: { get }, drafts: { save, remove } });
  const view = await renderAt('/d?formKey=seal&id=r1&isEdit=1', services, detail);
  type('name', '合同章');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1), { timeout: 5000 });
  const [id] = keptDrafts().map((key) => key.split(':').at(-1));
  type('name', '公章');
  await waitFor(() => expect(keptDrafts()).toEqual([]));
  await waitFor(() => expect(remove.mock.calls).toEqual([[[id]]]));
  // what is typed afterwards is a draft again
  type('name', '财务章');
  await waitFor(() => expect(keptDrafts()).toHaveLength(1));
  // also when it is taken back and the page is left at once
  type('name', '公章');
  view.unmount();
  await waitFor(() => expect(keptDrafts()).toEqual([]));
});
