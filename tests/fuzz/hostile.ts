import type { Chance } from './chance.ts';

const LONE = '\ud800';
const TEXTS: readonly string[] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  LONE,
  `前${LONE}后`,
  '\udfff\ud800',
  '\ufeff',
  '\u202egpj.exe',
  '👨‍👩‍👧‍👦',
  'İıſK',
  '＇',
  '\r\nX-Injected: 1',
  '%00',
  '%',
  '%s%n',
  '..%2f..%2f',
  '../../../etc/passwd',
  'C:\\windows\\win.ini',
  "' OR '1'='1",
  "'; drop table sys_user; --",
  '" or ""="',
  '\\',
  '%_%',
  '$1',
  '{{7*7}}',
  '${7*7}',
  '#{7*7}',
  '<%= 7 %>',
  '<script>alert(1)</script>',
  '=1+1',
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '-0',
  '0b1',
  '1_000',
  '１２',
  '\u0001\u0008\u001b[31m',
  '\u2028\u2029',
  '\ufffe\uffff',
  '\u200b',
  'a\u0301'.repeat(500),
  '1e999',
  '0x10',
  '2026-02-30',
  '-271821-04-20',
  '10000-01-01',
  '2026-01-01T25:61:61+99:99',
  '9999-99-99 99:99:99',
  '0000-00-00',
  '-1',
  '9'.repeat(400),
  'x'.repeat(65),
  '长'.repeat(3000),
  'a'.repeat(70_000),
  '['.repeat(3000),
  '((((((((((a+)+)+)+)+)+)+)+)+)+)$',
];
const NUMBERS: readonly number[] = [
  0,
  -0,
  -1,
  1,
  0.1,
  -2_147_483_649,
  4_294_967_296,
  9_007_199_254_740_992,
  1e308,
  -1e308,
  5e-324,
  -10,
  1.5,
  2 ** 31,
  2 ** 63,
  Number.MAX_SAFE_INTEGER,
];

function deep(chance: Chance): unknown {
  let value: unknown = 'x';
  const isList = chance.is(0.5);
  for (let depth = chance.pick([10, 60, 300, 3000]); depth > 0; depth -= 1) value = isList ? [value] : { a: value };
  return value;
}

/** Any JSON value that a caller with ill will or a broken program might send. */
export function hostile(chance: Chance): unknown {
  return chance.pick<() => unknown>([
    () => chance.pick(TEXTS),
    () => chance.pick(TEXTS),
    () => chance.pick(NUMBERS),
    () => null,
    () => true,
    () => false,
    () => [],
    () => ({}),
    () => [null],
    () => [[]],
    () => ({ '': '' }),
    () => ({ toString: 1, valueOf: 1, length: -1 }),
    () =>
      Array.from({ length: chance.is(0.02) ? 60_000 : chance.pick([2, 501, 3000]) }, () =>
        chance.pick(TEXTS.slice(0, 30)),
      ),
    () => deep(chance),
    () =>
      Object.fromEntries(
        Array.from({ length: chance.pick([3, 400]) }, (_none, at) => [
          `k${at}${chance.pick(TEXTS.slice(0, 40)).slice(0, 20)}`,
          at,
        ]),
      ),
  ])();
}

export const hostileText = (chance: Chance): string => chance.pick(TEXTS);
