import type { Services } from '../runtime/services/services.ts';
import type { UserRow } from '../runtime/services/people.ts';
import { STORAGE_KEYS, readJson, type StorageLike } from './keys.ts';

/** A person as an option (EN-005). */
interface UserOption {
  label: string;
  value: string;
}

/** Maximum number of stored people, to limit the use of storage; the most recent ones are kept. */
const MAX_PEOPLE = 1000;
/** Age from which a cached name is requested again. */
const MAX_AGE_MS = 86_400_000;

const isOption = (item: unknown): item is UserOption =>
  typeof (item as UserOption | null)?.value === 'string' && typeof (item as UserOption).label === 'string';

/**
 * Wraps the calls on people with a cache in `init_userList` (EN-006, LS-006), which stores each person of a response
 * once, as an option. A name younger than `MAX_AGE_MS` needs no call. An older name is returned and also requested
 * again in the background. A newer name replaces the stored name.
 */
export function withUserCache(
  users: Services['users'],
  storage: Pick<StorageLike, 'getItem' | 'setItem'>,
): Services['users'] {
  const cachedOptions = (): UserOption[] => {
    const list = readJson<unknown>(storage, STORAGE_KEYS.userList);
    return Array.isArray(list) ? list.filter(isOption) : [];
  };
  /** Load times of the cached names in ms, by person id. */
  const loadTimes = (): Record<string, number> => readJson(storage, STORAGE_KEYS.userTimes) ?? {};
  const store = (rows: readonly UserRow[]): void => {
    const newOptions = new Map(rows.map(({ id, showName }) => [id, { value: id, label: showName }]));
    const keptOptions = cachedOptions().filter(({ value }) => !newOptions.has(value));
    const list = [...keptOptions, ...newOptions.values()].slice(-MAX_PEOPLE);
    const newTimes = Object.fromEntries(rows.map(({ id }) => [id, Date.now()]));
    // JSON.stringify below writes only the keys in `ids`, which drops the load times of people who are no longer stored
    const ids = list.map(({ value }) => value);
    try {
      storage.setItem(STORAGE_KEYS.userList, JSON.stringify(list));
      storage.setItem(STORAGE_KEYS.userTimes, JSON.stringify({ ...loadTimes(), ...newTimes }, ids));
    } catch {
      // storage is full or forbidden: names will be requested again
    }
  };
  return {
    async search(...query) {
      const page = await users.search(...query);
      store(page.list);
      return page;
    },
    async byIds(ids) {
      const options = cachedOptions();
      const optionsOfIds = ids.flatMap((id) => options.filter(({ value }) => value === id));
      const load = async (idsToLoad: string[]): Promise<UserRow[]> => {
        const loadedRows = await users.byIds(idsToLoad);
        store(loadedRows);
        return loadedRows;
      };
      if (optionsOfIds.length < ids.length) return load(ids);
      const loadedAt = loadTimes();
      const outdatedIds = ids.filter((id) => Date.now() - (loadedAt[id] ?? 0) > MAX_AGE_MS);
      if (outdatedIds.length > 0) load(outdatedIds).catch(() => undefined);
      return optionsOfIds.map(({ value, label }) => ({ id: value, showName: label }));
    },
  };
}
