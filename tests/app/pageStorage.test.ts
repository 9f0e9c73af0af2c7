import { expect, test } from 'vitest';
import { replaceForbiddenStorage } from '../../src/app/boot/pageStorage.ts';

type View = Parameters<typeof replaceForbiddenStorage>[0];

/** A page whose browser throws at the mere reading of these. */
function page(refused: readonly string[], parent?: unknown): View {
  const view = {
    localStorage: { kind: 'kept' },
    sessionStorage: { kind: 'kept' },
    indexedDB: { kind: 'kept' },
  } as unknown as View;
  for (const name of refused)
    Object.defineProperty(view, name, {
      configurable: true,
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  view.parent = parent ?? view;
  return view;
}
const ALL = ['localStorage', 'sessionStorage', 'indexedDB'];

test('a browser that keeps things is left as it is', () => {
  const view = page([]);
  expect(replaceForbiddenStorage(view)).toBe(false);
  expect(
    [view.localStorage, view.sessionStorage, view.indexedDB].map((one) => (one as unknown as { kind: string }).kind),
  ).toEqual(['kept', 'kept', 'kept']);
});

test('where everything is forbidden, the page keeps things for as long as it lives', () => {
  const view = page(ALL);
  expect(replaceForbiddenStorage(view)).toBe(true);
  view.localStorage.setItem('a', '1');
  view.localStorage.setItem('b', '2');
  expect([
    view.localStorage.length,
    view.localStorage.key(1),
    view.localStorage.getItem('a'),
    view.localStorage.getItem('c'),
    view.sessionStorage.getItem('a'),
  ]).toEqual([2, 'b', '1', null, null]);
  view.localStorage.removeItem('a');
  view.localStorage.clear();
  expect([view.localStorage.length, view.localStorage.key(0)]).toEqual([0, null]);
  // the large storage would tell only when something is put into it
  expect(view.indexedDB).toBeUndefined();
});

test('a frame of the product shares what the page around it keeps, so that it is signed in as well', () => {
  const outer = page(ALL);
  replaceForbiddenStorage(outer);
  outer.localStorage.setItem('tokens', '{}');
  const frame = page(ALL, outer);
  replaceForbiddenStorage(frame);
  expect(frame.localStorage.getItem('tokens')).toBe('{}');
  // a foreign page around it can be read by nobody
  const foreign = page(ALL, page(['localStorage']));
  replaceForbiddenStorage(foreign);
  expect(foreign.localStorage.getItem('tokens')).toBeNull();
});
