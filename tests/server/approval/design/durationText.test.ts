import { expect, it } from 'vitest';
import { durationText } from '../../../../src/server/approval/design/durationText.ts';

it.each([
  ['a day', { ms: 86_400_000, work: null }, '1 天 '],
  ['a second less than a day', { ms: 86_399_000, work: null }, '1 天 '],
  ['a second less than an hour', { ms: 3_599_000, work: null }, '1 小时 '],
  ['a day and a half', { ms: 129_600_000, work: null }, '1 天 12 小时 '],
  ['working time', { ms: 0, work: { days: 2, ms: 5_400_000 } }, '2 个工作日 1 个工作小时 30 分钟 '],
  ['nothing', null, '0 分钟 '],
])('%s', (_name, duration, text) => {
  expect(durationText(duration)).toBe(text);
});
