import { expect, it } from 'vitest';
import { loadNewest } from '../../../src/designer/collaboration/useMerge.ts';
import { loadOrigin } from '../../../src/designer/editor/textOrigin.ts';

it('a document is loaded with no revision that is newer than its text, whenever somebody else saves', async () => {
  let saved = 4;
  const calls = {
    list: async () => {
      // a colleague saves before this call is answered
      await Promise.resolve();
      saved += 1;
      return [{ key: 'seal', name: '用印申请', version: 1, updateTime: '', hasDraft: true, revision: saved }];
    },
    draft: async () => ({ formName: `第 ${saved} 稿` }),
    versions: async () => [],
  };
  const origin = await loadOrigin({ calls } as never, 'seal', async () => null);
  expect([origin.revision, origin.text.includes('第 5 稿')]).toEqual([5, true]);
  const newest = await loadNewest(calls as never, 'seal');
  expect([newest.revision, newest.text.includes('第 6 稿')]).toEqual([6, true]);
});
