import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPattern } from '../../src/kernel/patterns.ts';

const test = (pattern: string, text: string): boolean | string => {
  const read = readPattern(pattern);
  return read.ok ? read.test(text) : read.detail;
};

describe('a pattern', () => {
  it('is the text of a literal with flags, or a bare source', () => {
    expect([test('/^ab$/i', 'AB'), test('^ab$', 'AB'), test('/a/g', 'a'), test('/a/g', 'a')]).toEqual([true, false, true, true]);
  });

  it.each([
    '/^1(3|4|5|7|8|9)\\d{9}$/', '^\\w+([-+.]\\w+)*@\\w+([-.]\\w+)*\\.\\w+([-.]\\w+)*$', '^(https?|ftp)://[^\\s]+$', '^[\\u4e00-\\u9fa5]{2,20}$', '^(?=.*\\d)(?=.*[a-z]).{8,}$',
    '^\\d{17}[\\dXx]$', '^(\\d|[a-z])+$', '^([a-z0-9]+\\.)*com$', '^-?\\d+(\\.\\d{1,2})?$', '(\\d{1,3}\\.){3}\\d{1,3}',
  ])('of everyday use is taken: %s', (pattern) => {
    expect(readPattern(pattern).ok).toBe(true);
  });

  it.each(['(a+)+$', '^(a|a)*$', '(x+x+)+y', '^(([a-z])+.)+[A-Z]([a-z])+$', '(.*)*', '(?:a{1,60})+', '((a{2})*)*', '(a?){50}a{50}', '(a{0,50}){50}', 'a*a*a*a*b', '/^([a-zA-Z0-9]+[_|\\_|\\.]?)*[a-zA-Z0-9]+@x$/', '(a)\\1+', '[', '(?<n>a)\\k<n>', 'x'.repeat(501)])('that may never end, or is none, is refused: %s', (pattern) => {
    expect(readPattern(pattern).ok).toBe(false);
  });

  it('that is taken answers quickly on any text, built from any pieces', () => {
    const atom = fc.constantFrom('a', '\\w', '\\d', '.', '[ab]', '[^a]', 'b', '(a|b)', '(ab)', '\\s', '(?:a)', '-');
    const repeat = fc.constantFrom('', '*', '+', '?', '{2}', '{1,3}', '{2,}', '{0,40}', '*?', '+?');
    const piece = fc.tuple(atom, repeat).map((parts) => parts.join(''));
    const group = fc.tuple(fc.array(piece, { minLength: 1, maxLength: 3 }), repeat).map(([inner, times]) => `(${inner.join('')})${times}`);
    const pattern = fc.array(fc.oneof(piece, group), { minLength: 1, maxLength: 5 }).map((parts) => `^${parts.join('')}$`);
    fc.assert(fc.property(pattern, fc.constantFrom('a', 'ab', 'a1', '1', 'aab'), (source, unit) => {
      // processor time: the machine may be busy with something else
      const before = process.cpuUsage().user;
      for (const length of [30, 300, 2000]) test(source, `${unit.repeat(length / unit.length)}!`);
      return process.cpuUsage().user - before < 1_500_000;
    }), { numRuns: 600 });
  });
});
