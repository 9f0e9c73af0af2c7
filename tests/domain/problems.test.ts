import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ERRORS, formatError, type ErrorCode } from '../../src/domain/problem/errors.ts';
import {
  formatPath,
  formatProblem,
  hasErrors,
  problem,
  underPath,
  warning,
} from '../../src/domain/problem/problems.ts';

describe('problems', () => {
  it('carry code, path, parameters and a Chinese sentence', () => {
    const one = problem('DOC_UNKNOWN_TAG', ['fields', 0], { tag: 'x' });
    expect(one).toEqual({
      code: 'DOC_UNKNOWN_TAG',
      path: ['fields', 0],
      params: { tag: 'x' },
      level: 'error',
      message: '无法识别的标签“x”，已显示为占位块',
    });
    expect(formatProblem(one)).toBe('fields › 第 1 项：无法识别的标签“x”，已显示为占位块');
    expect([formatPath([]), formatPath(['a.b', 2])]).toEqual(['', 'a.b › 第 3 项']);
  });

  it('get their container’s path put before their own', () => {
    expect(underPath(['form'], [warning('DOC_OPTIONS', ['x'])]).map(({ path }) => path)).toEqual([['form', 'x']]);
  });

  it('forbid something only as errors', () => {
    expect([hasErrors([]), hasErrors([warning('DOC_OPTIONS', [])]), hasErrors([problem('DOC_OPTIONS', [])])]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('the table of codes', () => {
  it('speaks Chinese in every line and leaves no place unfilled unnoticed', () => {
    // the sentence of `require` is the document's own; without one the server says 不满足办理条件
    expect(ERRORS.EFFECT_REQUIRE.message).toBe('{detail}');
    for (const code of (Object.keys(ERRORS) as ErrorCode[]).filter((one) => one !== 'EFFECT_REQUIRE'))
      expect(ERRORS[code].message, code).toMatch(/[\u4e00-\u9fa5]|^\{\w+\}：\{\w+\}$/);
    expect(formatError('DOC_UNKNOWN_TAG')).toContain('“?”');
  });

  it('has every code that kernel, importer and records name', () => {
    const text = [
      'importer/parse',
      'kernel/json',
      'requests/requests',
      'kernel/check/form',
      'kernel/check/references',
      'importer/node',
      'importer/fieldKey',
      'records/checkChanges',
      'records/rowChanges',
    ]
      .map((file) => readFileSync(`src/${file}.ts`, 'utf8'))
      .join();
    for (const [, code] of text.matchAll(/'((?:DOC|VALUE|ROW)_[A-Z_]+)'/g)) expect(Object.keys(ERRORS)).toContain(code);
  });
});
