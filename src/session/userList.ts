import type { Services } from '../runtime/services/services.ts';
import type { UserRow } from '../runtime/services/people.ts';
import { KEYS, readJson, type KeyStore } from './keys.ts';

/** A person as an option (EN-005). */
interface UserOption {
  label: string;
  value: string;
}

/** More would crowd the storage; the ones seen last stay. */
const MOST = 1000;

const isOption = (item: unknown): item is UserOption =>
  typeof (item as UserOption | null)?.value === 'string' && typeof (item as UserOption).label === 'string';

/**
 * People seen in searches, kept as options under `init_userList`, each once (EN-006, LS-006): who was seen is named
 * without a call. What a search finds replaces an older name.
 */
export function withUserList(
  users: Services['users'],
  storage: Pick<KeyStore, 'getItem' | 'setItem'>,
): Services['users'] {
  const known = (): UserOption[] => {
    const list = readJson<unknown>(storage, KEYS.userList);
    return Array.isArray(list) ? list.filter(isOption) : [];
  };
  const remember = (rows: readonly UserRow[]): void => {
    const seen = new Map(rows.map(({ id, showName }) => [id, { value: id, label: showName }]));
    const list = [...known().filter(({ value }) => !seen.has(value)), ...seen.values()];
    try {
      storage.setItem(KEYS.userList, JSON.stringify(list.slice(-MOST)));
    } catch {
      // storage is full or refused: names are asked for again
    }
  };
  return {
    async search(...query) {
      const found = await users.search(...query);
      remember(found.list);
      return found;
    },
    async byIds(ids) {
      const options = known();
      const rows = ids.flatMap((id) =>
        options.filter(({ value }) => value === id).map(({ value, label }) => ({ id: value, showName: label })),
      );
      if (rows.length === ids.length) return rows;
      const asked = await users.byIds(ids);
      remember(asked);
      return asked;
    },
  };
}
