import { expect, test, vi } from 'vitest';
import { STORAGE_KEYS } from '../../src/session/keys.ts';
import { withUserCache } from '../../src/session/userCache.ts';
import { memoryStorage } from './fakes.ts';

const start = (stored: Record<string, string> = {}) => {
  const storage = memoryStorage(stored);
  const byIds = vi.fn(async (ids: string[]) => ids.map((id) => ({ id, showName: `人员${id}` })));
  const search = vi.fn(async (_name: string) => ({
    list: [
      { id: '1', showName: '陈立群' },
      { id: '2', showName: '周明轩' },
    ],
    total: 2,
  }));
  return { storage, byIds, users: withUserCache({ search, byIds }, storage) };
};
const page = { pageNum: 1, pageSize: 10 };

test('people who were found are kept as options under init_userList, each once, with the newest name (EN-005, EN-006, LS-006)', async () => {
  const { storage, users } = start({
    init_userList: JSON.stringify([
      { label: '旧名', value: '1' },
      { label: '何静怡', value: '3' },
    ]),
  });
  await users.search('', page);
  await users.search('', page);
  expect(JSON.parse(storage.getItem('init_userList') ?? '')).toEqual([
    { label: '何静怡', value: '3' },
    { value: '1', label: '陈立群' },
    { value: '2', label: '周明轩' },
  ]);
});

test('who was seen is named without a call; of others all are asked for and kept', async () => {
  const { users, byIds } = start();
  await users.search('', page);
  expect(await users.byIds(['2', '1'])).toEqual([
    { id: '2', showName: '周明轩' },
    { id: '1', showName: '陈立群' },
  ]);
  expect(byIds).not.toHaveBeenCalled();
  expect(await users.byIds(['1', '9'])).toEqual([
    { id: '1', showName: '人员1' },
    { id: '9', showName: '人员9' },
  ]);
  await users.byIds(['9']);
  expect(byIds).toHaveBeenCalledTimes(1);
});

test('a name that is older than a day is answered, asked for again behind it, and answered anew the next time (LS-006)', async () => {
  vi.useFakeTimers({ now: 0 });
  try {
    const { users, byIds } = start();
    await users.search('', page);
    vi.setSystemTime(25 * 3_600_000);
    expect(await users.byIds(['1'])).toEqual([{ id: '1', showName: '陈立群' }]);
    expect(byIds).toHaveBeenCalledExactlyOnceWith(['1']);
    await vi.runAllTimersAsync();
    expect(await users.byIds(['1'])).toEqual([{ id: '1', showName: '人员1' }]);
    byIds.mockRejectedValue(new Error('离线'));
    vi.setSystemTime(50 * 3_600_000);
    expect(await users.byIds(['1'])).toEqual([{ id: '1', showName: '人员1' }]);
  } finally {
    vi.useRealTimers();
  }
});

test('of more than a thousand people the latest are kept, each with the time of its name', async () => {
  const { storage, users } = start();
  const ids = Array.from({ length: 1001 }, (_none, index) => `p${index}`);
  await users.byIds(ids);
  const kept = JSON.parse(storage.getItem('init_userList') ?? '') as { value: string }[];
  expect(kept.map(({ value }) => value)).toEqual(ids.slice(1));
  expect(Object.keys(JSON.parse(storage.getItem(STORAGE_KEYS.userTimes) ?? '') as object)).toEqual(ids.slice(1));
});

test('a list that is no list of options is none', async () => {
  const { users, byIds } = start({ init_userList: '{"label":"x"}' });
  await users.byIds(['1']);
  expect(byIds).toHaveBeenCalledTimes(1);
});
