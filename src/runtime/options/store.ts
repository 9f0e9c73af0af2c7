import { optionList, optionsFromData, type Option } from '../../kernel/index.ts';
import { failureText } from '../host/notice.ts';
import type { Services } from '../services/services.ts';
import { sourceKey, type OptionSource } from './source.ts';

/** The options of one source and the state of their loading. */
export interface OptionsData {
  status: 'ready' | 'loading' | 'error';
  /**
   * Undefined until the options have been loaded once. Empty for a source of the kind `refused`, whose request is not
   * sent.
   */
  options: readonly Option[] | undefined;
  /** Error text for the user, for the status 'error'. */
  message?: string;
}

interface CacheEntry {
  data: OptionsData;
  /** Time when the last load ended or failed; 0 before that. */
  loadedAt: number;
  isLoading: boolean;
}

/** Loads and caches options by source. */
export interface OptionsStore {
  get(source: OptionSource): OptionsData;
  /**
   * Loads options that are missing or older than a minute; earlier options stay visible meanwhile. Does nothing in the
   * first minute after a failed load; `retry` loads at once.
   */
  ensure(source: OptionSource): void;
  /** Like `ensure`, and keeps the options in the cache until the returned function is called. */
  retain(source: OptionSource): () => void;
  /** Loads the options again, also after a failure. */
  retry(source: OptionSource): void;
  subscribe(listener: () => void): () => void;
}

type LoadableSource = Extract<OptionSource, { kind: 'dictionary' | 'remote' }>;

const isLoadable = (source: OptionSource): source is LoadableSource =>
  source.kind === 'dictionary' || source.kind === 'remote';

const MAX_AGE_MS = 60_000;
/**
 * Maximum number of cached entries. There may be many, because the request for remote options can contain form values.
 * Above this number, the oldest entries that are not retained are removed.
 */
const MAX_ENTRIES = 300;
const LOADING: OptionsData = { status: 'loading', options: undefined };

/** Requests the options of a dictionary or a remote source; retired items come last. */
async function load(services: Services, source: LoadableSource): Promise<readonly Option[]> {
  if (source.kind === 'dictionary') {
    const items = await (source.withRetired
      ? services.dictionary(source.code, true)
      : services.dictionary(source.code));
    return items.toSorted((left, right) => Number(left.retired ?? false) - Number(right.retired ?? false));
  }
  const { url, method, params, dataPath, keys } = source;
  const data = await services.request({ url, method, params });
  if (!optionList(data, dataPath)) throw new Error('返回的选项不是列表');
  return optionsFromData(data, dataPath, keys);
}

export function createOptionsStore(services: Services): OptionsStore {
  const entries = new Map<string, CacheEntry>();
  /** Number of callers that retain an entry, by the key of its source. */
  const retainCounts = new Map<string, number>();
  const listeners = new Set<() => void>();
  /** Data of static options and refused sources: `get` must return the same object each time. */
  const staticData = new WeakMap<readonly Option[], OptionsData>();
  const refusedData = new Map<string, OptionsData>();
  const refusedDataOf = (message: string): OptionsData => {
    const data = refusedData.get(message) ?? { status: 'error', options: [], message };
    refusedData.set(message, data);
    return data;
  };
  const notifyListeners = (): void => {
    for (const listener of listeners) listener();
  };

  const removeOldEntries = (): void => {
    for (const [key, { isLoading }] of entries) {
      if (entries.size <= MAX_ENTRIES) return;
      if (!isLoading && !retainCounts.has(key)) entries.delete(key);
    }
  };

  const startLoading = async (source: LoadableSource, key: string, previous: CacheEntry | undefined): Promise<void> => {
    const entry: CacheEntry = {
      data: previous?.data.options ? previous.data : LOADING,
      loadedAt: previous?.loadedAt ?? 0,
      isLoading: true,
    };
    entries.delete(key);
    entries.set(key, entry);
    removeOldEntries();
    if (previous?.data.status === 'error') notifyListeners();
    try {
      entry.data = { status: 'ready', options: await load(services, source) };
    } catch (error) {
      entry.data = { status: 'error', options: entry.data.options, message: failureText(error) };
    }
    entry.loadedAt = Date.now();
    entry.isLoading = false;
    notifyListeners();
  };
  const ensure = (source: OptionSource): void => {
    if (!isLoadable(source)) return;
    const key = sourceKey(source);
    const entry = entries.get(key);
    if (entry && (entry.isLoading || Date.now() - entry.loadedAt < MAX_AGE_MS)) return;
    void startLoading(source, key, entry);
  };
  return {
    get(source) {
      if (isLoadable(source)) return entries.get(sourceKey(source))?.data ?? LOADING;
      if (source.kind === 'refused') return refusedDataOf(source.message);
      let data = staticData.get(source.options);
      if (!data) staticData.set(source.options, (data = { status: 'ready', options: source.options }));
      return data;
    },
    ensure,
    retain(source) {
      const key = isLoadable(source) ? sourceKey(source) : null;
      if (key !== null) retainCounts.set(key, (retainCounts.get(key) ?? 0) + 1);
      ensure(source);
      return () => {
        if (key === null) return;
        const count = (retainCounts.get(key) ?? 0) - 1;
        if (count > 0) retainCounts.set(key, count);
        else retainCounts.delete(key);
      };
    },
    retry(source) {
      if (!isLoadable(source)) return;
      const key = sourceKey(source);
      const entry = entries.get(key);
      if (!entry?.isLoading) void startLoading(source, key, entry);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

const stores = new WeakMap<Services, OptionsStore>();

/** Returns the store of a services object, so that all fields share one request for the same dictionary. */
export function optionsStoreOf(services: Services): OptionsStore {
  let store = stores.get(services);
  if (!store) stores.set(services, (store = createOptionsStore(services)));
  return store;
}
