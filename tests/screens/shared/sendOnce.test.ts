import { expect, it } from 'vitest';
import { createOnceSender } from '../../../src/screens/shared/sendOnce.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { onceServer } from '../fakes.tsx';

it.each([
  ['the same content', 'after', 'a', { kind: 'repeated', executed: ['a'] }],
  ['the same content, which had not arrived', 'before', 'a', { kind: 'repeated', executed: ['a'] }],
  ['other content', 'after', 'b', { kind: 'earlier', executed: ['a'] }],
  ['other content, where the first had not arrived', 'before', 'b', { kind: 'new', executed: ['b'] }],
] as const)('after a lost answer, %s is executed once', async (_what, loss, next, { kind, executed }) => {
  const server = onceServer('done', [loss]);
  const once = createOnceSender(server.post);
  await expect(once.send('a')).rejects.toMatchObject({ code: 'NETWORK' });
  expect(await once.send(next)).toEqual({ answer: 'done', kind, executed: executed[0] });
  expect(server.executed).toEqual(executed);
  // what follows is another act
  expect(await once.send(next)).toEqual({ answer: 'done', kind: 'new', executed: next });
  expect(server.executed).toEqual([...executed, next]);
});

it('the content that was executed among several ones of unknown outcome is found', async () => {
  const server = onceServer('done', ['after', 'before']);
  const once = createOnceSender(server.post);
  for (const content of ['a', 'b']) await expect(once.send(content)).rejects.toMatchObject({ code: 'NETWORK' });
  expect(await once.send('c')).toEqual({ answer: 'done', kind: 'earlier', executed: 'a' });
  expect(server.executed).toEqual(['a']);
});

it('another subject is another act, and a refusal says nothing of an earlier request', async () => {
  const server = onceServer('done', ['after']);
  let isRefusing = false;
  const once = createOnceSender(async (content: string, key) => {
    if (isRefusing) throw new ServiceError('B0001', '登录超时');
    return server.post(content, key);
  });
  await expect(once.send('a', 'one')).rejects.toMatchObject({ code: 'NETWORK' });
  expect((await once.send('a', 'two')).kind).toBe('new');
  isRefusing = true;
  await expect(once.send('b', 'one')).rejects.toMatchObject({ code: 'B0001' });
  isRefusing = false;
  expect((await once.send('b', 'one')).kind).toBe('earlier');
  expect(server.executed).toEqual(['a', 'a']);
});

it('an executed request that cannot be found is told once, and what follows is another act', async () => {
  let isOtherDone = false;
  const once = createOnceSender(async (content: string, _key): Promise<string> => {
    if (isOtherDone) throw new ServiceError('REQUEST_INVALID', '请求参数有误', { isDone: true });
    if (content === 'a') throw new ServiceError('NETWORK', '无法连接服务器');
    return 'done';
  });
  await expect(once.send('a')).rejects.toMatchObject({ code: 'NETWORK' });
  isOtherDone = true;
  await expect(once.send('b')).rejects.toThrow('上次的操作已经成功，这次没有再执行，请刷新页面查看结果');
  isOtherDone = false;
  expect((await once.send('b')).kind).toBe('new');
});
