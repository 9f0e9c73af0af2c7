import { describe, expect, it } from 'vitest';
import { DOCUMENT_LIMITS, parseJson, readDocument } from '../../src/kernel/json.ts';
import { formatProblem } from '../../src/domain/problem/problems.ts';
import fc from '../support/fc.ts';

const place = (text: string): unknown[] => {
  const [found] = parseJson(text).problems;
  return [found?.params.line, found?.params.column];
};

describe('JSON text', () => {
  it.each([
    ['', 1, 1],
    ['{', 1, 2],
    ['{"a":1,}', 1, 8],
    ['{"a" 1}', 1, 6],
    ['{"a":\n\n  tru}', 3, 3],
    ['[01]', 1, 2],
    ['[1]]', 1, 4],
    ['[{}}', 1, 4],
    ['{"a":"x}', 1, 6],
    ['{1:2}', 1, 2],
    ['[1 2]', 1, 4],
  ])('%j is wrong at line %i, column %i, whatever the engine says', (text, line, column) => {
    expect(place(text)).toEqual([line, column]);
  });

  it('tells people what is wrong', () => {
    expect(parseJson('{"a":1,}').problems.map(formatProblem)).toEqual([
      'JSON 语法错误：第 1 行第 8 列，此处不应出现“}”',
    ]);
    expect(parseJson('{"a":').problems.map(formatProblem)).toEqual(['JSON 语法错误：第 1 行第 6 列，内容不完整']);
  });

  it('is accepted exactly when the engine accepts it', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.json(),
          fc.json().map((text) => text.slice(1)),
          fc.string(),
        ),
        (text) => {
          let isValid = true;
          try {
            JSON.parse(text);
          } catch {
            isValid = false;
          }
          return parseJson(text).ok === isValid;
        },
      ),
    );
  });

  it('may begin with a byte order mark', () => {
    expect(parseJson('\uFEFF{}')).toMatchObject({ ok: true, value: {} });
  });

  it('above the size limit is refused before it is read, as text or object', () => {
    const long = 'x'.repeat(DOCUMENT_LIMITS.size);
    expect(readDocument(`"${long}"`).problems[0]?.code).toBe('DOC_TOO_LARGE');
    expect(readDocument({ long }).problems[0]?.code).toBe('DOC_TOO_LARGE');
    // of little content: the text itself is not looked into
    expect(readDocument(`{}${' '.repeat(DOCUMENT_LIMITS.size)}`).problems[0]?.code).toBe('DOC_TOO_LARGE');
  });

  it('nested too deeply is refused, even 100,000 levels of it or a cycle', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(['DOC_TOO_DEEP', 'DOC_SYNTAX']).toContain(readDocument(text).problems[0]?.code);
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(readDocument(cycle).problems[0]?.code).toBe('DOC_TOO_DEEP');
  });
});
