import { optionList, optionsFromData, type Option } from '../../kernel/index.ts';
import { failureText } from '../host/notice.ts';
import type { Services } from '../services/services.ts';
import { sourceKey, type OptionSource } from './source.ts';

export interface OptionsData {
  status: 'ready' | 'loading' | 'error';
  /** Undefined while they are not known. */
  options: readonly Option[] | undefined;
  message?: string;
}

interface Entry {
  data: OptionsData;
  loadedAt: number;
  isLoading: boolean;
}

export interface OptionsStore {
  get(source: OptionSource): OptionsData;
  /** Loads what is not there, failed or is older than a minute; what is there stays visible meanwhile. */
  ensure(source: OptionSource): void;
  retry(source: OptionSource): void;
  subscribe(listener: () => void): () => void;
}

type AskedSource = Extract<OptionSource, { kind: 'dictionary' | 'remote' }>;

const isAsked = (source: OptionSource): source is AskedSource =>
  source.kind === 'dictionary' || source.kind === 'remote';

const FRESH_MS = 60_000;
/** Remote options depend on form values; beyond this many answers the oldest go. */
const MAX_ENTRIES = 300;
const LOADING: OptionsData = { status: 'loading', options: undefined };

async function load(services: Services, source: AskedSource): Promise<readonly Option[]> {
  if (source.kind === 'dictionary') return services.dictionary(source.code);
  const { url, method, params, dataPath, keys } = source;
  const data = await services.request({ url, method, params });
  if (!optionList(data, dataPath)) throw new Error('返回的选项不是列表');
  return optionsFromData(data, dataPath, keys);
}

export function createOptionsStore(services: Services): OptionsStore {
  const entries = new Map<string, Entry>();
  const ready = new WeakMap<readonly Option[], OptionsData>();
  const listeners = new Set<() => void>();
  const refusals = new Map<string, OptionsData>();
  const refusal = (message: string): OptionsData => {
    const known = refusals.get(message) ?? { status: 'error', options: [], message };
    refusals.set(message, known);
    return known;
  };
  const emit = (): void => {
    for (const listener of listeners) listener();
  };

  const start = async (source: AskedSource, key: string, before: Entry | undefined): Promise<void> => {
    const entry: Entry = {
      data: before?.data.options ? before.data : LOADING,
      loadedAt: before?.loadedAt ?? 0,
      isLoading: true,
    };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > MAX_ENTRIES) entries.delete(entries.keys().next().value as string);
    if (before?.data.status === 'error') emit();
    try {
      entry.data = { status: 'ready', options: await load(services, source) };
      entry.loadedAt = Date.now();
    } catch (error) {
      entry.data = { status: 'error', options: entry.data.options, message: failureText(error) };
    }
    entry.isLoading = false;
    emit();
  };
  return {
    get(source) {
      if (isAsked(source)) return entries.get(sourceKey(source))?.data ?? LOADING;
      if (source.kind === 'refused') return refusal(source.message);
      let data = ready.get(source.options);
      if (!data) ready.set(source.options, (data = { status: 'ready', options: source.options }));
      return data;
    },
    ensure(source) {
      if (!isAsked(source)) return;
      const key = sourceKey(source);
      const entry = entries.get(key);
      if (entry && (entry.isLoading || entry.data.status === 'error' || Date.now() - entry.loadedAt < FRESH_MS)) return;
      void start(source, key, entry);
    },
    retry(source) {
      if (!isAsked(source)) return;
      const key = sourceKey(source);
      const entry = entries.get(key);
      if (!entry?.isLoading) void start(source, key, entry);
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

/** One store per client: the same dictionary is asked for once, by however many fields. */
export function optionsStoreOf(services: Services): OptionsStore {
  let store = stores.get(services);
  if (!store) stores.set(services, (store = createOptionsStore(services)));
  return store;
}
