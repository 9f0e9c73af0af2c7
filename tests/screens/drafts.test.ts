import { afterEach, describe, expect, it } from 'vitest';
import { changedKeys } from '../../src/screens/detail/changes.ts';
import { createDraftStore, draftKey } from '../../src/screens/detail/drafts.ts';

afterEach(() => localStorage.clear());
const draft = { values: { name: '张三' }, revision: 3, time: 1, pending: null };

describe('typed values kept in the browser', () => {
  it('come back to the same person for the same record only', async () => {
    const store = createDraftStore();
    await store.save(draftKey('u1', 'seal', '9'), draft);
    expect(await store.load(draftKey('u1', 'seal', '9'))).toEqual(draft);
    expect(await store.load(draftKey('u2', 'seal', '9'))).toBeNull();
    expect(await store.load(draftKey('u1', 'seal', null))).toBeNull();
  });

  it('are gone after removal', async () => {
    const store = createDraftStore();
    await store.save('k', draft);
    await store.remove('k');
    expect(await store.load('k')).toBeNull();
  });

  it('survive a damaged entry as if there were none', async () => {
    localStorage.setItem('k', '{"values":');
    expect(await createDraftStore().load('k')).toBeNull();
  });
});

describe('what was changed', () => {
  it('counts an absent and an empty value as the same', () => {
    expect(changedKeys({ a: null, b: '', c: [] }, { a: '', d: undefined })).toEqual([]);
  });

  it('sees a changed row of a sub-table and a cleared field', () => {
    const rows = (text: string) => [{ id: '1', fieldsMap: { text } }];
    expect(changedKeys({ t: rows('x'), a: 1 }, { t: rows('y'), a: null })).toEqual(['t', 'a']);
    expect(changedKeys({ t: rows('x') }, { t: rows('x') })).toEqual([]);
  });
});
