import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createChance } from '../../fuzz/chance.ts';
import { fuzz } from '../../fuzz/run.ts';
import { fuzzTarget, type Target } from '../../fuzz/target.ts';
import { faultOf } from '../../fuzz/verdict.ts';
import { usualOrLong } from '../../support/tier.ts';

let target: Target;
beforeAll(async () => {
  target = await fuzzTarget();
});
afterAll(() => target.server.dispose());

const SEED = 20_261_121;
const REQUESTS = usualOrLong(500, 20_000);
/** A busy machine takes minutes for as many, ms. */
const PATIENCE = 900_000;

describe('bad input', () => {
  it(
    'from every role to every call is answered with an envelope of the closed table, and tells nothing of the inside',
    async () => {
      const { server, ...more } = target;
      const { findings, sent, calls } = await fuzz({
        ...more,
        url: server.url,
        seed: SEED,
        requests: REQUESTS,
        atOnce: 8,
      });
      expect(findings.map(({ call, fault, answer }) => `${call}: ${fault} -> ${answer}`)).toEqual([]);
      expect([sent >= REQUESTS, calls > 150]).toEqual([true, true]);
    },
    PATIENCE,
  );
});

describe('the judgement of answers', () => {
  const json = 'application/json; charset=utf-8';
  const heard = (status: number, text: string, type = json) => ({ status, type, text, disposition: '', method: 'GET' });
  it.each([
    ['a failure', heard(500, '{"code":"SERVER","msg":"系统错误","data":null}'), /500/],
    ['a page in place of an envelope', heard(404, 'not here', 'text/plain'), /without an envelope/],
    ['a code that nobody knows', heard(400, '{"code":"FST_ERR","msg":"错","data":null}'), /unknown code/],
    [
      'an English message',
      heard(400, '{"code":"REQUEST_INVALID","msg":"must be string","data":null}'),
      /without Chinese/,
    ],
    [
      'a message with what only the inside knows',
      heard(
        400,
        '{"code":"REQUEST_INVALID","msg":"失败：relation \\"sys_user\\" at run (/work/x.ts:3:1)","data":null}',
      ),
      /inside/,
    ],
    ['half an answer', heard(200, '{"code":'), /not JSON/],
  ] as const)('finds %s', (_what, answer, fault) => expect(faultOf(answer)).toMatch(fault));
  it('lets refusals, successes and files pass', () => {
    expect(faultOf(heard(403, '{"code":"403","msg":"没有权限","data":null}'))).toBeNull();
    expect(faultOf(heard(200, '{"code":"1","msg":"操作成功","data":null}'))).toBeNull();
    expect(faultOf({ ...heard(200, 'PK', 'application/zip'), disposition: 'attachment' })).toBeNull();
  });
  it('repeats the same chance for the same seed', () => {
    const [a, b] = [createChance(5), createChance(5)];
    expect(Array.from({ length: 50 }, () => a.int(1000))).toEqual(Array.from({ length: 50 }, () => b.int(1000)));
  });
});
