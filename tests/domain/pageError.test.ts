import { expect, it } from 'vitest';
import { pageErrorOf, PAGE_ERROR_LIMITS, withoutValues } from '../../src/domain/pageError.ts';

it.each([
  ["Cannot read properties of undefined (reading 'rows')", "Cannot read properties of undefined (reading 'rows')"],
  [`Unexpected token '张', "{"name":"Bob"}" is not valid JSON`, 'Unexpected token … is not valid JSON'],
  [`Unexpected token 'z', "zhangsan" is not valid JSON`, 'Unexpected token … is not valid JSON'],
  [`Unexpected token 'A', ..."wd":Abc-12x"... is not valid JSON`, 'Unexpected token … is not valid JSON'],
  [`can't access property "rows", user 'zhangsan' owes 12.50`, `can't access property "rows", user '…' owes #`],
  ["Failed to execute 'removeChild' on 'Node': zhang", "Failed to execute 'removeChild' on 'Node': zhang"],
  ['客户 滨江建设 的电话 13812345678 不对', '… … … # …'],
  ['no user zhang@example.cn at https://host/x?id=7', 'no user … at …'],
  ["value 'Zhang San' is wrong", "value '…' is wrong"],
])('of “%s” quoted and Chinese texts, addresses and long numbers are removed', (message, kept) => {
  expect(withoutValues(message)).toBe(kept);
});

it('a report names places of the program without host and parameters, and the page without what was asked for', () => {
  const error = Object.assign(new TypeError('合同 HT-2026 missing'), {
    stack:
      'TypeError: 合同 HT-2026 missing\n  secret line of the message\n    at draw (https://host.example.cn/assets/list-a1.js:1:23456)\nsave@https://host.example.cn/assets/x.js?v=1:2:3',
  });
  expect(
    pageErrorOf(error, {
      tag: 'list',
      place: 'root.children.0',
      page: '/contract/13812345678/张三?id=r7&name=张三',
      components: '\n    at ListBlock (https://host.example.cn/assets/list-a1.js:3:4)',
    }),
  ).toEqual({
    name: 'TypeError',
    message: '… HT-# missing',
    stack: 'at draw (/assets/list-a1.js:1:23456)\nsave@/assets/x.js:2:3',
    components: 'at ListBlock (/assets/list-a1.js:3:4)',
    tag: 'list',
    place: 'root.children.0',
    page: '/contract/#/…',
  });
  const long = pageErrorOf(new Error('x '.repeat(9_000)), { tag: '', place: '', page: '/', components: '' });
  expect(long.message.length).toBeLessThanOrEqual(PAGE_ERROR_LIMITS.message);
  expect(pageErrorOf(undefined, { tag: '', place: '', page: '/', components: '' }).name).toBe('undefined');
});
