import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Services } from '../../../src/runtime/services/services.ts';
import type { DraftInfo, DraftChange } from '../../../src/runtime/services/drafts.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { deviceName, type Draft } from '../../../src/screens/detail/drafts/draft.ts';
import { createDraftStore, draftKey, draftPrefix } from '../../../src/screens/detail/drafts/draftStore.ts';
import { createDraftSync } from '../../../src/screens/detail/drafts/draftSync.ts';
import { findDrafts } from '../../../src/screens/detail/drafts/findDrafts.ts';
import { sendUnsyncedDrafts } from '../../../src/screens/detail/drafts/unsyncedDrafts.ts';

afterEach(() => localStorage.clear());
const aDraft = (change: Partial<Draft> = {}): Draft => ({
  id: 'd1',
  formKey: 'seal',
  recordId: '9',
  title: '用印',
  device: '浏览器',
  patch: { fields: { name: '张三' }, tables: {} },
  revision: 3,
  version: 1,
  time: 1,
  pending: null,
  synced: 0,
  isSynced: false,
  ...change,
});
const key = (draft: Draft) => draftKey('u1', draft);

describe('typed values kept in the browser', () => {
  it('come back to the same person for the same record only', async () => {
    const store = createDraftStore();
    await store.save(key(aDraft()), aDraft());
    expect(await store.list(draftPrefix('u1', 'seal', '9'))).toEqual([aDraft()]);
    expect(await store.list(draftPrefix('u2', 'seal', '9'))).toEqual([]);
    expect(await store.list(draftPrefix('u1', 'seal', null))).toEqual([]);
  });

  it('of several new records stand side by side, the latest first', async () => {
    const store = createDraftStore();
    for (const draft of [aDraft({ id: 'a', recordId: null, time: 1 }), aDraft({ id: 'b', recordId: null, time: 2 })])
      await store.save(key(draft), draft);
    expect((await store.list(draftPrefix('u1', 'seal', null))).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('survive a damaged entry and one of an older program as if there were none', async () => {
    localStorage.setItem('draft:u1:seal:9:x', '{"patch":');
    localStorage.setItem('draft:u1:seal:9:y', '{"values":{"name":"旧"},"time":1}');
    expect(await createDraftStore().list(draftPrefix('u1'))).toEqual([]);
  });
});

/** A server of one person's drafts. */
function fakeServer() {
  const kept = new Map<string, { revision: number; parts: Record<string, unknown> }>();
  const calls: DraftChange[] = [];
  let isDown = false;
  let acceptedLeft = Number.POSITIVE_INFINITY;
  const save = vi.fn(async (change: DraftChange) => {
    if (isDown || (acceptedLeft -= 1) < 0) throw new ServiceError('NETWORK', '无法连接服务器');
    calls.push(change);
    const before = kept.get(change.id);
    if ((before?.revision ?? 0) !== change.revision) throw new ServiceError('DRAFT_MOVED', '这份草稿已在别处继续填写');
    const parts = { ...(change.isWhole ? {} : before?.parts), ...change.set };
    for (const part of change.drop) delete parts[part];
    kept.set(change.id, { revision: change.revision + 1, parts });
    return { revision: change.revision + 1, time: 1 };
  });
  return {
    kept,
    calls,
    drafts: { save } as unknown as Services['drafts'],
    down: (is: boolean) => {
      isDown = is;
    },
    downAfter: (requests: number) => {
      acceptedLeft = requests;
    },
  };
}

describe('drafts on their way to the server', () => {
  const start = (server: ReturnType<typeof fakeServer>) => {
    const states: string[] = [];
    const forks: string[] = [];
    let next = 0;
    const sync = createDraftSync({
      drafts: server.drafts,
      newId: () => `fork${(next += 1)}`,
      onSynced: () => undefined,
      onPartSynced: () => undefined,
      onFork: ({ id }) => forks.push(id),
      onState: (state) => states.push(state),
    });
    return { sync, states, forks };
  };

  it('go whole at first, then by what changed', async () => {
    const server = fakeServer();
    const { sync } = start(server);
    sync.push(aDraft({ patch: { fields: { a: 1, b: 2 }, tables: {} } }));
    expect(await sync.flush()).toBe(true);
    sync.push(aDraft({ patch: { fields: { b: 3 }, tables: {} } }));
    await sync.flush();
    expect(server.calls.map(({ isWhole, set, drop }) => ({ isWhole, set, drop }))).toEqual([
      { isWhole: true, set: { '["f","a"]': 1, '["f","b"]': 2 }, drop: [] },
      { isWhole: false, set: { '["f","b"]': 3 }, drop: ['["f","a"]'] },
    ]);
  });

  it('are larger than a request and go in several', async () => {
    const server = fakeServer();
    const { sync } = start(server);
    const fields = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, 'x'.repeat(1_000_000)]));
    sync.push(aDraft({ patch: { fields, tables: {} } }));
    expect(await sync.flush()).toBe(true);
    expect(server.calls).toHaveLength(3);
    expect(Object.keys(server.kept.get('d1')?.parts ?? {})).toHaveLength(3);
  });

  it('that were cut off between two requests go on with what is missing, as the same draft', async () => {
    const server = fakeServer();
    const { sync, forks } = start(server);
    const fields = Object.fromEntries(['a', 'b', 'c'].map((name) => [name, name.repeat(1_000_000)]));
    server.downAfter(1);
    sync.push(aDraft({ patch: { fields, tables: {} } }));
    expect(await sync.flush()).toBe(false);
    server.downAfter(Number.POSITIVE_INFINITY);
    expect(await sync.flush()).toBe(true);
    expect(forks).toEqual([]);
    expect([...server.kept.keys()]).toEqual(['d1']);
    expect(Object.keys(server.kept.get('d1')?.parts ?? {})).toHaveLength(3);
    expect(server.calls).toHaveLength(3);
    sync.dispose();
  });

  it('wait while there is no server, and go when the connection is back', async () => {
    const server = fakeServer();
    const { sync, states } = start(server);
    server.down(true);
    sync.push(aDraft());
    expect(await sync.flush()).toBe(false);
    expect(states.at(-1)).toBe('offline');
    server.down(false);
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(states.at(-1)).toBe('synced'));
    expect(server.kept.get('d1')?.parts).toEqual({ '["f","name"]': '张三' });
    sync.dispose();
  });

  it('go by themselves when a server that was down is back, which is asked ever more seldom', async () => {
    vi.useFakeTimers();
    try {
      const server = fakeServer();
      const { sync, states } = start(server);
      server.down(true);
      sync.push(aDraft());
      await vi.advanceTimersByTimeAsync(3_600_000);
      const tries = vi.mocked(server.drafts.save).mock.calls.length;
      expect(tries).toBeGreaterThan(30);
      expect(tries).toBeLessThan(80);
      expect(states.at(-1)).toBe('offline');
      server.down(false);
      await vi.advanceTimersByTimeAsync(60_000);
      expect(states.at(-1)).toBe('synced');
      expect(server.kept.get('d1')?.parts).toEqual({ '["f","name"]': '张三' });
      // soon again at the next time
      server.down(true);
      sync.push(aDraft({ patch: { fields: { name: '李四' }, tables: {} } }));
      await vi.advanceTimersByTimeAsync(3000);
      server.down(false);
      await vi.advanceTimersByTimeAsync(5000);
      expect(states.at(-1)).toBe('synced');
      sync.dispose();
    } finally {
      vi.useRealTimers();
    }
  });

  it('are not tried again once they were given up or their page is closed', async () => {
    vi.useFakeTimers();
    try {
      for (const end of ['forget', 'dispose'] as const) {
        const server = fakeServer();
        const { sync } = start(server);
        server.down(true);
        sync.push(aDraft());
        const sent = sync.flush();
        void sync[end]();
        await sent;
        await vi.advanceTimersByTimeAsync(600_000);
        expect(server.drafts.save).toHaveBeenCalledTimes(1);
        sync.dispose();
      }
    } finally {
      vi.useRealTimers();
    }
  });

  it('that another window went on with go on under a name of their own', async () => {
    const server = fakeServer();
    server.kept.set('d1', { revision: 4, parts: { '["f","name"]': '另一窗口' } });
    const { sync, forks } = start(server);
    sync.push(aDraft({ synced: 2 }));
    expect(await sync.flush()).toBe(true);
    expect(forks).toEqual(['fork1']);
    expect(server.kept.get('d1')?.parts).toEqual({ '["f","name"]': '另一窗口' });
    expect(server.kept.get('fork1')?.parts).toEqual({ '["f","name"]': '张三' });
  });

  it('that another window went on with take along, under the one new name, what was typed meanwhile', async () => {
    const server = fakeServer();
    server.kept.set('d1', { revision: 4, parts: { '["f","name"]': '另一窗口' } });
    const { sync, forks } = start(server);
    sync.push(aDraft({ synced: 2 }));
    const sent = sync.flush();
    sync.push(aDraft({ synced: 2, patch: { fields: { name: '李四' }, tables: {} }, time: 2 }));
    await sent;
    expect(await sync.flush()).toBe(true);
    expect(forks).toEqual(['fork1']);
    expect([...server.kept.keys()]).toEqual(['d1', 'fork1']);
    expect(server.kept.get('fork1')?.parts).toEqual({ '["f","name"]': '李四' });
    sync.dispose();
  });

  it('that another window went on with keep their new name when it is not stored at once', async () => {
    const server = fakeServer();
    const { sync, forks } = start(server);
    vi.mocked(server.drafts.save).mockRejectedValueOnce(new ServiceError('DRAFT_MOVED', '这份草稿已在别处继续填写'));
    server.down(true);
    sync.push(aDraft({ synced: 2 }));
    expect(await sync.flush()).toBe(false);
    server.down(false);
    server.kept.set('d1', { revision: 4, parts: {} });
    expect(await sync.flush()).toBe(true);
    expect(forks).toEqual(['fork1']);
    expect(server.kept.get('fork1')?.parts).toEqual({ '["f","name"]': '张三' });
    sync.dispose();
  });

  it('that were forgotten while under way do not come back', async () => {
    const server = fakeServer();
    const { sync, forks } = start(server);
    sync.push(aDraft({ synced: 7 }));
    const sent = sync.flush();
    await Promise.all([sync.forget(), sent]);
    expect(forks).toEqual([]);
    expect([...server.kept.keys()]).toEqual([]);
  });
});

describe('what an earlier visit left', () => {
  const about = (change: Partial<DraftInfo>): DraftInfo => ({
    id: 'd1',
    formKey: 'seal',
    formName: '用印申请',
    recordId: '9',
    title: '用印',
    device: 'Edge（Windows）',
    baseRevision: 3,
    formVersion: 1,
    revision: 2,
    parts: 1,
    updateTime: '',
    time: 5,
    ...change,
  });
  const find = async (here: Draft[], there: DraftInfo[] | null) => {
    const store = createDraftStore();
    for (const draft of here) await store.save(key(draft), draft);
    const drafts = {
      list: async () => {
        if (!there) throw new ServiceError('NETWORK', '无法连接服务器');
        return there;
      },
      get: async () => ({ ...about({}), content: { '["f","name"]': '别处填写' } }),
    } as unknown as Services['drafts'];
    return {
      store,
      found: await findDrafts({ store, draftService: drafts, userId: 'u1', formKey: 'seal', recordId: '9' }),
    };
  };

  it('on another device is found and named by it', async () => {
    const { found } = await find([], [about({})]);
    expect(found).toMatchObject([{ id: 'd1', isLocal: false }]);
    expect(await found[0]?.load()).toMatchObject({
      device: 'Edge（Windows）',
      synced: 2,
      patch: { fields: { name: '别处填写' } },
    });
  });

  it('here counts before the state of it that the server has, and after one that has grown elsewhere', async () => {
    expect((await find([aDraft({ synced: 2, isSynced: false, time: 9 })], [about({})])).found).toMatchObject([
      { isLocal: true },
    ]);
    expect((await find([aDraft({ synced: 1, isSynced: true })], [about({ revision: 2 })])).found).toMatchObject([
      { isLocal: false },
    ]);
  });

  it('and was saved or discarded elsewhere since is not offered again', async () => {
    const { found, store } = await find([aDraft({ synced: 1, isSynced: true })], []);
    expect(found).toEqual([]);
    expect(await store.list(draftPrefix('u1'))).toEqual([]);
  });

  it('in this browser is found without a server', async () => {
    expect((await find([aDraft({ synced: 1, isSynced: true })], null)).found).toMatchObject([
      { id: 'd1', isLocal: true },
    ]);
  });

  it('and could not reach the server then, reaches it at the next visit', async () => {
    const server = fakeServer();
    const store = createDraftStore();
    await store.save(key(aDraft()), aDraft());
    await sendUnsyncedDrafts({ store, drafts: server.drafts, userId: 'u1' });
    expect(server.kept.get('d1')?.parts).toEqual({ '["f","name"]': '张三' });
    expect(await store.list(draftPrefix('u1'))).toMatchObject([{ isSynced: true, synced: 1 }]);
  });

  it('and was cut off between two requests reaches it at a later visit, as the same draft', async () => {
    const server = fakeServer();
    const store = createDraftStore();
    const fields = Object.fromEntries(['a', 'b'].map((name) => [name, name.repeat(1_000_000)]));
    await store.save(key(aDraft()), aDraft({ patch: { fields, tables: {} } }));
    server.downAfter(1);
    await sendUnsyncedDrafts({ store, drafts: server.drafts, userId: 'u1' });
    expect(await store.list(draftPrefix('u1'))).toMatchObject([{ isSynced: false, synced: 1 }]);
    server.downAfter(Number.POSITIVE_INFINITY);
    await sendUnsyncedDrafts({ store, drafts: server.drafts, userId: 'u1' });
    expect([...server.kept.keys()]).toEqual(['d1']);
    expect(Object.keys(server.kept.get('d1')?.parts ?? {})).toHaveLength(2);
  });
});

it('names a device as people call it', () => {
  expect(
    deviceName(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36 Edg/130.0',
    ),
  ).toBe('Edge · Windows');
  expect(
    deviceName(
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1',
    ),
  ).toBe('Safari · 苹果移动设备');
});
