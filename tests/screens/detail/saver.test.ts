import { describe, expect, it, vi } from 'vitest';
import type { FormRecord } from '../../../src/grammar/documents.ts';
import { ServiceError } from '../../../src/runtime/services/serviceError.ts';
import { createSaver, type Attempt } from '../../../src/screens/detail/saver.ts';

const record = (name: string, extra: Partial<FormRecord> = {}): FormRecord => ({
  fieldsMap: { name },
  childTables: {},
  ...extra,
});
const save = (name: string) => ({ kind: 'save' as const, record: record(name) });

/** A server that stores once per key; `lose` decides whether an answer gets lost on its way back. */
function server(lose: (call: number) => boolean = () => false) {
  const stored = new Map<string, FormRecord>();
  const byKey = new Map<string, FormRecord>();
  let calls = 0;
  const post = vi.fn(async (attempt: Attempt): Promise<FormRecord> => {
    calls += 1;
    const sent = attempt.kind === 'save' ? attempt.record : attempt.transition.record;
    let answer = byKey.get(attempt.key);
    if (!answer) {
      const id = sent.id ?? `r${stored.size + 1}`;
      answer = { ...sent, id, revision: (sent.revision ?? 0) + 1, flwState: attempt.kind === 'run' ? '1' : '0' };
      stored.set(id, answer);
      byKey.set(attempt.key, answer);
    }
    if (lose(calls)) throw new ServiceError('NETWORK', '无法连接服务器');
    return answer;
  });
  return { post, stored };
}

describe('sending a record once', () => {
  it('stores one record for a double click', async () => {
    const { post, stored } = server();
    const saver = createSaver({ post });
    await Promise.all([saver.send(save('a')), saver.send(save('a'))]);
    expect(post).toHaveBeenCalledTimes(1);
    expect(stored.size).toBe(1);
  });

  it('sends another request after the running one, on top of what that stored', async () => {
    const { post, stored } = server();
    const saver = createSaver({ post });
    const saving = saver.send(save('a'));
    const submit = { kind: 'run' as const, transition: { record: record('b'), action: 'submit' as const } };
    const submitting = [saver.send(submit), saver.send(submit)];
    expect((await saving).record).toMatchObject({ revision: 1, flwState: '0' });
    for (const result of await Promise.all(submitting))
      expect(result).toMatchObject({
        record: { id: 'r1', revision: 2, flwState: '1', fieldsMap: { name: 'b' } },
        earlierAct: null,
      });
    expect([post.mock.calls.length, stored.size]).toEqual([2, 1]);
  });

  it('says that the running act was done instead of a request that came after it', async () => {
    const { post } = server();
    const saver = createSaver({ post });
    const submit = { kind: 'run' as const, transition: { record: record('a'), action: 'submit' as const } };
    const [first, second] = await Promise.all([saver.send(submit), saver.send(save('b'))]);
    expect(first.earlierAct).toBeNull();
    expect(second).toMatchObject({
      record: { fieldsMap: { name: 'a' } },
      earlierAct: { transition: { action: 'submit' } },
    });
    expect(post).toHaveBeenCalledTimes(1);
  });

  it('sends another request although the running one was refused', async () => {
    const post = vi
      .fn()
      .mockRejectedValueOnce(new ServiceError('RECORD_INVALID', '请检查'))
      .mockResolvedValueOnce(record('b', { id: '1' }));
    const saver = createSaver({ post });
    const [first, second] = await Promise.allSettled([saver.send(save('a')), saver.send(save('b'))]);
    expect([first.status, second.status]).toEqual(['rejected', 'fulfilled']);
    expect(post).toHaveBeenCalledTimes(2);
  });

  it('repeats an unanswered request under the same key', async () => {
    const { post, stored } = server((call) => call === 1);
    const saver = createSaver({ post });
    await expect(saver.send(save('a'))).rejects.toThrow('无法连接服务器');
    expect(saver.pending).not.toBeNull();
    await saver.send(save('a'));
    expect(stored.size).toBe(1);
    expect(saver.pending).toBeNull();
  });

  it('stores one record with the later values when they changed after an unanswered request', async () => {
    const { post, stored } = server((call) => call === 1);
    const saver = createSaver({ post });
    await saver.send(save('a')).catch(() => undefined);
    const { record: answer } = await saver.send(save('b'));
    expect(stored.size).toBe(1);
    expect(answer).toMatchObject({ id: 'r1', revision: 2, fieldsMap: { name: 'b' } });
  });

  it('goes on from a kept request after the page was reloaded', async () => {
    const { post, stored } = server((call) => call === 1);
    const first = createSaver({ post });
    await first.send(save('a')).catch(() => undefined);
    const second = createSaver({ post });
    second.adopt(first.pending);
    await second.send(save('b'));
    expect(stored.size).toBe(1);
  });

  it('does not write over a record whose submission did arrive, and says that this was done instead', async () => {
    const { post, stored } = server((call) => call === 1);
    const saver = createSaver({ post });
    await saver.send({ kind: 'run', transition: { record: record('a'), action: 'submit' } }).catch(() => undefined);
    expect(await saver.send(save('b'))).toMatchObject({
      record: { flwState: '1', fieldsMap: { name: 'a' } },
      earlierAct: { kind: 'run', transition: { action: 'submit' } },
    });
    expect(stored.size).toBe(1);
  });

  it('says nothing of another act where the same one is repeated', async () => {
    const { post } = server((call) => call === 1);
    const saver = createSaver({ post });
    const submit = { kind: 'run' as const, transition: { record: record('a'), action: 'submit' as const } };
    await saver.send(submit).catch(() => undefined);
    expect((await saver.send(submit)).earlierAct).toBeNull();
  });

  it('tells of an attempt that failed, even to who stopped listening while it was under way', async () => {
    const post = vi.fn().mockRejectedValue(new ServiceError('B0001', '登录超时'));
    const saver = createSaver({ post });
    const heard = vi.fn(() => saver.pending);
    const off = saver.onFailed(heard);
    const sending = saver.send(save('a')).catch(() => undefined);
    off();
    await sending;
    expect(heard.mock.results).toEqual([{ type: 'return', value: null }]);
    await saver.send(save('a')).catch(() => undefined);
    expect(heard).toHaveBeenCalledTimes(1);
  });

  for (const code of ['413', '429', 'REQUEST_REFUSED'])
    it(`sends what stands there now after a proxy refused the request (${code})`, async () => {
      const post = vi
        .fn()
        .mockRejectedValueOnce(new ServiceError(code, '未办理'))
        .mockResolvedValueOnce(record('b', { id: '1' }));
      const saver = createSaver({ post });
      await expect(saver.send(save('a'))).rejects.toMatchObject({ code });
      expect(saver.pending).toBeNull();
      await saver.send(save('b'));
      expect(post.mock.calls.map(([attempt]) => attempt.record.fieldsMap.name)).toEqual(['a', 'b']);
    });

  it('frees itself of a kept request that no proxy lets through', async () => {
    const post = vi
      .fn()
      .mockRejectedValueOnce(new ServiceError('413', '内容过大'))
      .mockResolvedValueOnce(record('b', { id: '1' }));
    const saver = createSaver({ post });
    saver.adopt({ ...save('a'), key: 'k' });
    expect((await saver.send(save('b'))).record.fieldsMap.name).toBe('b');
  });

  it('still does not know of an unanswered request whose repetition a proxy put off', async () => {
    const { post, stored } = server((call) => call === 1);
    let isFull = false;
    const saver = createSaver({
      post: async (attempt) => {
        if (isFull) throw new ServiceError('429', '操作过于频繁');
        return post(attempt);
      },
    });
    await saver.send(save('a')).catch(() => undefined);
    isFull = true;
    await expect(saver.send(save('b'))).rejects.toMatchObject({ code: '429' });
    isFull = false;
    await saver.send(save('c'));
    expect(stored.size).toBe(1);
  });

  it('forgets a refused request: the next one has a new key', async () => {
    const post = vi
      .fn()
      .mockRejectedValueOnce(new ServiceError('RECORD_INVALID', '请检查'))
      .mockResolvedValueOnce(record('a', { id: '1' }));
    const saver = createSaver({ post });
    await expect(saver.send(save('a'))).rejects.toMatchObject({ code: 'RECORD_INVALID' });
    await saver.send(save('a'));
    expect(post.mock.calls[0]?.[0].key).not.toBe(post.mock.calls[1]?.[0].key);
  });
});
