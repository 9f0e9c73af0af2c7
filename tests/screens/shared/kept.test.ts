import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBrowserStore } from '../../../src/screens/shared/browserStore.ts';
import {
  createInputStore,
  type InputSource,
  type InputStore,
} from '../../../src/screens/shared/storedInput/inputStore.ts';

afterEach(() => {
  localStorage.clear();
  vi.useRealTimers();
});

const visit = (id: string, asked: InputSource<string>, prefix = 'unsaved:u1:screen:a/b:'): InputStore<string> => {
  const keeper = createInputStore<string>({ store: createBrowserStore(), prefix, id });
  keeper.setSource(asked);
  return keeper;
};
const writing = (text: string | null, more: Partial<InputSource<string>> = {}): InputSource<string> => ({
  base: '1 2',
  read: () => text,
  ...more,
});

describe('what is written and not saved', () => {
  it('is kept when writing rests, and offered to the next visit of the same person and place only', async () => {
    vi.useFakeTimers({ now: 1000 });
    visit('one', writing('文本')).scheduleStoring();
    await vi.advanceTimersByTimeAsync(600);
    expect(await visit('two', writing(null)).findLatestOther()).toEqual({
      id: 'one',
      value: '文本',
      base: '1 2',
      time: 1500,
    });
    expect(await visit('one', writing(null)).findLatestOther()).toBeNull();
    expect(await visit('two', writing(null), 'unsaved:u2:screen:a/b:').findLatestOther()).toBeNull();
    expect(await visit('two', writing(null), 'unsaved:u1:screen:a/bc:').findLatestOther()).toBeNull();
  });

  it('is kept at once when the page goes, and not when nothing was written since', async () => {
    const keeper = visit('one', writing('甲'));
    keeper.flush();
    expect(await visit('two', writing(null)).findLatestOther()).toBeNull();
    keeper.scheduleStoring();
    keeper.flush();
    await vi.waitFor(async () => expect((await visit('two', writing(null)).findLatestOther())?.value).toBe('甲'));
  });

  it('is gone once it is saved, given up, or says what is there anyway', async () => {
    const keeper = visit('one', writing('甲'));
    await keeper.keep();
    keeper.setSource(writing(null));
    await keeper.keep();
    expect(await visit('two', writing(null)).findLatestOther()).toBeNull();
    keeper.setSource(writing('乙'));
    keeper.scheduleStoring();
    await keeper.keep();
    await keeper.drop();
    keeper.flush();
    expect(localStorage.length).toBe(0);
    await keeper.keep();
    expect(await visit('two', writing(null, { isObsolete: (text) => text === '乙' })).findLatestOther()).toBeNull();
    expect(localStorage.length).toBe(0);
  });

  it('of an earlier visit stays until what it became is kept', async () => {
    await visit('one', writing('甲')).keep();
    const second = visit('two', writing('甲和乙'));
    second.takeOver('one');
    expect((await visit('three', writing(null)).findLatestOther())?.value).toBe('甲');
    await second.keep();
    expect((await visit('three', writing(null)).findLatestOther())?.value).toBe('甲和乙');
    await second.drop();
    expect(localStorage.length).toBe(0);
  });
});
