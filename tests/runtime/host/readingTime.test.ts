import { expect, test } from 'vitest';
import { readingTime } from '../../../src/runtime/host/readingTime.ts';

test('an error and a warning stay five seconds, every message as long as reading it takes (ER-007)', () => {
  const long = '被引用：'.repeat(30);
  expect([readingTime('error', '失败'), readingTime('warning', '请检查'), readingTime('success', '已保存')]).toEqual([
    5, 5, 3,
  ]);
  expect([readingTime('error', long), readingTime('info', long)]).toEqual([20, 20]);
});
