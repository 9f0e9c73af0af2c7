import { describe, expect, it } from 'vitest';
import { isInternalPath } from '../../src/domain/internalPath.ts';
import { readAnswer, readPosition } from '../../src/kernel/position.ts';
import { buildRequest, mapByNames } from '../../src/requests/requests.ts';
import { itemsOf } from '../../src/requests/rowSources.ts';

const source = { userId: 'u1', values: { id: 7, list: ['a', 'b'], name: '张 三/../x', none: null, yes: true } };

describe('a request of a document (RD-001, RD-002)', () => {
  it('carries half a character, too, which no address can', () => {
    expect(buildRequest({ url: '/pms/${half}/get' }, { userId: 'u1', values: { half: 'a\udc00' } })).toMatchObject({
      ok: true,
      value: { url: '/pms/a%EF%BF%BD/get' },
    });
  });

  it('is a path of this system, with its parameters filled', () => {
    expect(buildRequest({ url: '/pms/project/get', method: 'post', params: { id: '${id}' } }, source)).toMatchObject({
      ok: true,
      value: { url: '/pms/project/get', method: 'POST', params: { id: 7 } },
    });
    expect(buildRequest({ url: 'pms/list?x=${id}', params: undefined }, source)).toMatchObject({
      ok: true,
      value: { url: 'pms/list?x=7', method: 'GET', params: {} },
    });
  });

  it('cannot be led elsewhere by a value', () => {
    expect(buildRequest({ url: '/pms/${name}/get' }, source)).toMatchObject({ ok: false });
    expect(buildRequest({ url: '/pms/${id}/get' }, source)).toMatchObject({ value: { url: '/pms/7/get' } });
    expect(
      buildRequest({ url: '/pms/list?of=${several}' }, { userId: 'u1', values: { several: ['a&b=c', 'd'] } }),
    ).toMatchObject({ value: { url: '/pms/list?of=a%26b%3Dc,d' } });
  });

  it('names the person, their department and their unit in its path, too (PH-002)', () => {
    const call = buildRequest(
      { url: '/pms/${curentUnit}/${curentDept}/get?by=${curentUser}' },
      { userId: 'u 1', deptId: 'd1', unitId: 'n1', values: {} },
    );
    expect(call).toMatchObject({ value: { url: '/pms/n1/d1/get?by=u%201' } });
  });

  it.each([
    'https://evil.example/x',
    'HTTP://x',
    '//evil.example',
    '/\\evil',
    '\\\\evil',
    '/a/../admin',
    '../x',
    '/a/%2e%2e/x',
    '/%5cevil',
    'javascript:alert(1)',
    'data:text/html,x',
    '/a//b',
    '/a b',
    '/a\n',
    '/%',
    '',
    '   ',
    './x',
  ])('“%s” is refused', (url) => {
    expect(isInternalPath(url)).toBe(false);
    expect(buildRequest({ url }, source).problems.map(({ code }) => code)).toEqual(['DOC_REQUEST']);
  });
});

describe('an answer (RD-003)', () => {
  const data = { list: [{ id: 1, a: { b: 'x' } }, 'no row', { id: 2 }], one: { id: 3 } };

  it('is read at its position, from the envelope or from its data', () => {
    expect([
      readPosition(data, 'list.0.id'),
      readPosition(data, ''),
      readPosition(data, 'list.9.id'),
      readPosition(data, 'constructor'),
    ]).toEqual([1, data, undefined, undefined]);
    expect([readAnswer(data, 'data.one.id'), readAnswer(data, 'one.id'), readAnswer(data, 'data')]).toEqual([
      3,
      3,
      data,
    ]);
  });

  it('becomes rows under the form’s names', () => {
    expect(itemsOf(data, 'data.list').map((item) => mapByNames(item, { code: 'id', name: 'a.b' }))).toEqual([
      { code: 1, name: 'x' },
      { code: 2 },
    ]);
    expect(itemsOf(data, 'one')).toEqual([{ id: 3 }]);
    expect([itemsOf(null, 'x'), itemsOf(data, 'nowhere')]).toEqual([[], []]);
    expect(mapByNames({ id: 1 }, { x: 'id', y: 'no' })).toEqual({ x: 1 });
  });
});
