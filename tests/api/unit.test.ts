import { afterEach, expect, test } from 'vitest';
import { createHttp } from '../../src/api/http/client.ts';
import { readApiConfig } from '../../src/api/http/config.ts';
import { answer, memoryTokens, startBackEnd, success, type BackEnd } from './backEnd.ts';

let backEnd: BackEnd;
afterEach(() => backEnd.close());

/** A client whose person stands in the unit that `place` holds. */
const clientIn = (place: { unit: string | null }) =>
  createHttp({
    config: readApiConfig(`${backEnd.url}/api`),
    tokens: memoryTokens(),
    unitId: () => place.unit,
    onUnitRefused: () => {
      place.unit = null;
    },
    onSessionOver: () => undefined,
  });
const unitsNamed = (): unknown[] => backEnd.seen.map(({ headers }) => headers['unit-id']);

test('every call of a signed-in person names the unit that the tab stands in, whatever its kind; none before sign-in', async () => {
  backEnd = await startBackEnd((_seen, response) => answer(response, success(null)));
  const place: { unit: string | null } = { unit: 'unit-a' };
  const http = clientIn(place);
  await http.send({ method: 'GET', path: '/system/x' });
  await http.send({ method: 'POST', path: '/system/x', body: { a: 1 } });
  await http.send({ method: 'POST', path: '/file/sys/file/upload', body: new FormData() });
  await http.sendWithMessage({ method: 'POST', path: '/system/x', body: {} });
  place.unit = 'unit-b';
  await http.send({ method: 'GET', path: '/system/x' });
  await http.send({ method: 'GET', path: '/auth/captcha', isAnonymous: true });
  place.unit = null;
  await http.send({ method: 'GET', path: '/system/x' });
  expect(unitsNamed()).toEqual(['unit-a', 'unit-a', 'unit-a', 'unit-a', 'unit-b', undefined, undefined]);
});

test('a unit that is none of the person’s any more is forgotten, and the call is made again without it', async () => {
  backEnd = await startBackEnd(({ headers }, response) =>
    headers['unit-id'] === undefined
      ? answer(response, success('there'))
      : answer(response, { code: 'UNIT_FOREIGN', msg: '您在此单位没有岗位', data: null }, 403),
  );
  const http = clientIn({ unit: 'unit-gone' });
  expect(await http.send({ method: 'GET', path: '/system/x' })).toBe('there');
  expect(unitsNamed()).toEqual(['unit-gone', undefined]);
});
