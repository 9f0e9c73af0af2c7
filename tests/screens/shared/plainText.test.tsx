import { expect, test, vi } from 'vitest';
import { plainText } from '../../../src/screens/shared/plainText.ts';

test('a mail that another system wrote as HTML is read line by line, without its marks', () => {
  expect(plainText('<p>各检测部门：</p><p>请于 28 日前完成&nbsp;确认。</p>')).toBe(
    '各检测部门：\n请于 28 日前完成\u00a0确认。',
  );
  expect(plainText('一<br>二')).toBe('一\n二');
  expect(plainText('<div>看<b>这里</b><script>alert(1)</script><style>p{}</style></div>')).toBe('看这里');
  // a comment that a sheet begins ends with the sheet, as in a browser
  expect(plainText('<p>一</p><style><!--</style><p>二</p>')).toBe('一\n二');
  expect(plainText('<p>一</p><STYLE media=print>p{}</style ><p>二</p><style>p{}')).toBe('一\n二');
});

test('what a person typed stays as it was, signs among it', () => {
  for (const text of ['a < b，b > c', '第一行\n\n\n\n第二行', '<未确认>', '']) expect(plainText(text)).toBe(text);
});

test('attributes are taken off before anything is parsed: the policy has nothing to refuse', () => {
  const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
  expect(
    plainText('<p style="color: red" title="a > b">甲</p><span onclick=\'x("1")\'\nclass=c>乙</span><br style="x">丙'),
  ).toBe('甲\n乙\n丙');
  expect(parse.mock.calls.map(([text]) => text)).toEqual(['<p>甲</p><span>乙</span><br>丙']);
  parse.mockRestore();
});

test('a sheet of styles never reaches the parser, wherever it stands: the policy has nothing to refuse', () => {
  const parse = vi.spyOn(DOMParser.prototype, 'parseFromString');
  const sheet = '<style type="text/css">p > b { color: red }</style>';
  expect(
    plainText(
      `<html><head>${sheet}</head><body><p>甲${sheet}</p><STYLE\n>i{}</STYLE ><svg>${sheet}</svg>乙</body></html>`,
    ),
  ).toBe('甲\n乙');
  expect(parse.mock.calls.map(([text]) => text).join('')).not.toMatch(/<\/?style/i);
  parse.mockRestore();
});

test('a mail of unclosed quotes is read in time', () => {
  expect(plainText(`<p>${'<a "'.repeat(20_000)}`).length).toBeGreaterThanOrEqual(0);
});
