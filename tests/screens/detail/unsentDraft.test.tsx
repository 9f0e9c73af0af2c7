import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { DraftChange } from '../../../src/runtime/services/drafts.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import type { Draft } from '../../../src/screens/detail/drafts/draft.ts';
import { createDraftStore, draftKey, draftPrefix } from '../../../src/screens/detail/drafts/draftStore.ts';
import { listMyDrafts } from '../../../src/screens/detail/drafts/myDrafts.ts';
import { sendUnsyncedDrafts } from '../../../src/screens/detail/drafts/unsyncedDrafts.ts';
import { button, detail, input, OFFER, type } from './detailPage.tsx';
import { quickTimers } from '../../support/quickTimers.ts';
import { fakeServices, renderAt } from '../fakes.tsx';

quickTimers();
beforeEach(() => localStorage.clear());

/** A draft that an earlier visit stored in this browser and could not send. */
const unsent: Draft = {
  id: 'd1',
  formKey: 'seal',
  recordId: null,
  title: '半成品',
  device: '浏览器',
  patch: { fields: { name: '半成品' }, tables: {} },
  revision: null,
  version: null,
  time: Date.now() - 3_600_000,
  pending: null,
  synced: 0,
  isSynced: false,
};
const KEY = draftKey('u1', unsent);

/** The drafts on a server that refuses a change of an older revision. */
function fakeDrafts() {
  const revisions = new Map<string, number>();
  const save = vi.fn(async ({ id, revision }: DraftChange) => {
    if ((revisions.get(id) ?? 0) !== revision) throw new ServiceError('DRAFT_MOVED', '这份草稿已在别处继续填写');
    revisions.set(id, revision + 1);
    return { revision: revision + 1, time: Date.now() };
  });
  return { revisions, save };
}
const lastSent = (save: ReturnType<typeof fakeDrafts>['save']): unknown => save.mock.calls.at(-1)?.[0].set;

describe('a draft that was not sent, offered at the next visit', () => {
  it.each([
    { when: 'no other page has sent it', sendElsewhere: async () => undefined },
    {
      when: 'another page has sent it meanwhile',
      sendElsewhere: async (services: ReturnType<typeof fakeServices>) => listMyDrafts({ services, userId: 'u1' }),
    },
  ])('is continued as the same draft, when $when', async ({ sendElsewhere }) => {
    await createDraftStore().save(KEY, unsent);
    const { revisions, save } = fakeDrafts();
    const services = fakeServices({ drafts: { save } });
    await renderAt('/d?formKey=seal&isEdit=1', services, detail);
    await screen.findByText(OFFER);
    await sendElsewhere(services);
    fireEvent.click(button('restore-draft'));
    expect(input('name').value).toBe('半成品');
    type('reason', '继续');
    await waitFor(() => expect(JSON.stringify(lastSent(save))).toContain('继续'), { timeout: 6000 });
    await waitFor(async () =>
      expect(await createDraftStore().list(draftPrefix('u1'))).toMatchObject([{ id: 'd1', isSynced: true }]),
    );
    expect([...revisions.keys()]).toEqual(['d1']);
  });
});

describe('a draft that is being sent', () => {
  const sendWhile = async (change: () => Promise<void>) => {
    const store = createDraftStore();
    await store.save(KEY, unsent);
    const { save } = fakeDrafts();
    const drafts = fakeServices({
      drafts: {
        save: async (sent: DraftChange) => {
          await change();
          return save(sent);
        },
      },
    }).drafts;
    await sendUnsyncedDrafts({ store, drafts, userId: 'u1' });
    expect(save).toHaveBeenCalledTimes(1);
    return store.list(draftPrefix('u1'));
  };

  it('does not write over what was typed meanwhile', async () => {
    const later = { ...unsent, patch: { fields: { name: '成品' }, tables: {} }, time: Date.now() };
    expect(await sendWhile(() => createDraftStore().save(KEY, later))).toEqual([later]);
  });

  it('does not come back when it was removed meanwhile', async () => {
    expect(await sendWhile(() => createDraftStore().remove(KEY))).toEqual([]);
  });
});

it('a draft that another window continued stays in this browser while its new copy is on its way', async () => {
  const localDrafts = () => createDraftStore().list(draftPrefix('u1'));
  const refusals: ((error: Error) => void)[] = [];
  const save = vi.fn((_change: DraftChange) => new Promise<never>((_resolve, reject) => refusals.push(reject)));
  await renderAt('/d?formKey=seal&isEdit=1', fakeServices({ drafts: { save } }), detail);
  type('name', '公章');
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1), { timeout: 6000 });
  type('name', '合同章');
  await waitFor(async () => expect(await localDrafts()).toMatchObject([{ patch: { fields: { name: '合同章' } } }]));
  refusals[0]?.(new ServiceError('DRAFT_MOVED', '这份草稿已在别处继续填写'));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
  const [first, second] = save.mock.calls.map(([{ id }]) => id);
  expect(second).not.toBe(first);
  expect(await localDrafts()).toMatchObject([
    { id: second, patch: { fields: { name: '合同章' } }, synced: 0, isSynced: false },
  ]);
});
