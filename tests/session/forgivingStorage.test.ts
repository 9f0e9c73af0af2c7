import { expect, test } from 'vitest';
import { createNonThrowingStorage } from '../../src/session/nonThrowingStorage.ts';
import { createTokenStore } from '../../src/session/tokens.ts';
import { memoryStorage } from './fakes.ts';

/** Takes so many characters in all, as a browser does. */
function small(room: number, entries: Record<string, string> = {}) {
  const storage = memoryStorage(entries);
  return {
    ...storage,
    setItem(key: string, value: string) {
      const others = Object.entries(storage.all())
        .filter(([name]) => name !== key)
        .reduce((sum, [name, text]) => sum + name.length + text.length, 0);
      if (others + key.length + value.length > room) throw new DOMException('full', 'QuotaExceededError');
      storage.setItem(key, value);
    },
  };
}

test('what can be asked for again makes room for what cannot', () => {
  const storage = small(60, { init_userList: 'x'.repeat(40) });
  createNonThrowingStorage(storage).setItem('username', 'staff');
  expect(storage.all()).toEqual({ username: 'staff' });
});

test('somebody whose drafts fill the storage can still sign in: this page keeps the tokens', () => {
  const storage = small(100, { draft: 'x'.repeat(90) });
  const tokens = createTokenStore(createNonThrowingStorage(storage));
  tokens.set({ access_token: 'a', refresh_token: 'r' });
  expect(tokens.get()).toEqual({ access_token: 'a', refresh_token: 'r' });
  expect(storage.getItem('draft')).toHaveLength(90);
  tokens.clear();
  expect(tokens.get()).toBeNull();
});

test('what another tab has stored since is newer than what this page keeps', () => {
  const storage = small(30, { tokens: 'old' });
  const forgiving = createNonThrowingStorage(storage);
  forgiving.setItem('tokens', 'y'.repeat(40));
  expect(forgiving.getItem('tokens')).toHaveLength(40);
  storage.setItem('tokens', 'other');
  expect(forgiving.getItem('tokens')).toBe('other');
  forgiving.setItem('tokens', 'z'.repeat(40));
  forgiving.clear();
  expect(forgiving.getItem('tokens')).toBeNull();
});
