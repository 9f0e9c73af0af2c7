import type { Services } from '../runtime/services/services.ts';
import type { UserRow } from '../runtime/services/people.ts';
import { KEYS, readJson, type KeyStore } from './keys.ts';

/** A person as an option (EN-005). */
interface UserOption {
  label: string;
  value: string;
}

/** Maximum number of stored people, to limit the use of storage; the most recent ones are kept. */
const MAX_PEOPLE = 1000;
/** Age in ms from which a name is asked for again. */
const MAX_AGE = 86_400_000;

const isOption = (item: unknown): item is UserOption =>
  typeof (item as UserOption | null)?.value === 'string' && typeof (item as UserOption).label === 'string';

/**
 * Wraps the calls on people with a cache in `init_userList` (EN-006, LS-006): each person of an answer is stored once,
 * as an option, so that the name needs no further call for a day. An older name is still answered, and asked for again
 * in the background. A newer name replaces an older one.
 */
export function withUserCache(
  users: Services['users'],
  storage: Pick<KeyStore, 'getItem' | 'setItem'>,
): Services['users'] {
  const cachedOptions = (): UserOption[] => {
    const list = readJson<unknown>(storage, KEYS.userList);
    return Array.isArray(list) ? list.filter(isOption) : [];
  };
  /** When the name of each cached person came from the server, in ms, by their id. */
  const times = (): Record<string, number> => readJson(storage, KEYS.userTimes) ?? {};
  const remember = (rows: readonly UserRow[]): void => {
    const newOptions = new Map(rows.map(({ id, showName }) => [id, { value: id, label: showName }]));
    const list = [...cachedOptions().filter(({ value }) => !newOptions.has(value)), ...newOptions.values()];
    const now = Object.fromEntries(rows.map(({ id }) => [id, Date.now()]));
    try {
      storage.setItem(KEYS.userList, JSON.stringify(list.slice(-MAX_PEOPLE)));
      storage.setItem(KEYS.userTimes, JSON.stringify({ ...times(), ...now }));
    } catch {
      // storage is full or forbidden: names will be requested again
    }
  };
  return {
    async search(...query) {
      const page = await users.search(...query);
      remember(page.list);
      return page;
    },
    async byIds(ids) {
      const options = cachedOptions();
      const known = ids.flatMap((id) => options.filter(({ value }) => value === id));
      const load = async (missing: string[]): Promise<UserRow[]> => {
        const loaded = await users.byIds(missing);
        remember(loaded);
        return loaded;
      };
      if (known.length < ids.length) return load(ids);
      const readAt = times();
      const old = ids.filter((id) => Date.now() - (readAt[id] ?? 0) > MAX_AGE);
      if (old.length > 0) load(old).catch(() => undefined);
      return known.map(({ value, label }) => ({ id: value, showName: label }));
    },
  };
}
