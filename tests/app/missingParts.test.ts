import { afterEach, expect, test, vi } from 'vitest';
import { reportFailures } from '../../src/app/boot/failures.ts';
import {
  handleMissingPart,
  fetchBuild,
  UPDATED_MESSAGE,
  type MissingPartOptions,
} from '../../src/app/boot/missingParts.ts';
import { createNotices } from '../../src/session/notices.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A page of build a.js. */
function page(own: Partial<MissingPartOptions> = {}) {
  const kept = new Map<string, string>();
  const notices = createNotices();
  const reload = vi.fn();
  const served = vi.fn(async () => 'b.js' as string | null);
  const parts: MissingPartOptions = {
    fetchServedBuild: served,
    pageBuild: 'a.js',
    isOnline: () => true,
    isBusy: () => false,
    reload,
    notices,
    tabStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        kept.set(key, value);
      },
    },
    ...own,
  };
  return { parts, reload, served, said: () => notices.state.list };
}

test('a page of an older build is loaded anew, once for each build', async () => {
  const { parts, reload, said } = page();
  await handleMissingPart(parts);
  expect(reload).toHaveBeenCalledTimes(1);
  await handleMissingPart(parts);
  expect(reload).toHaveBeenCalledTimes(1);
  expect(said().map(({ text }) => text)).toEqual([UPDATED_MESSAGE]);
  await handleMissingPart({ ...parts, fetchServedBuild: async () => 'c.js' });
  expect(reload).toHaveBeenCalledTimes(2);
});

test('without a connection, without an answer, or with the same build there, a page is never loaded anew', async () => {
  const offline = page({ isOnline: () => false });
  await handleMissingPart(offline.parts);
  expect(offline.served).not.toHaveBeenCalled();
  const others = [page({ fetchServedBuild: async () => null }), page({ fetchServedBuild: async () => 'a.js' })];
  for (const { parts } of others) await handleMissingPart(parts);
  for (const { reload, said } of [offline, ...others]) {
    expect(reload).not.toHaveBeenCalled();
    expect(said()).toEqual([]);
  }
});

test('with something unsaved a person is asked to load it anew, and does it by a button', async () => {
  const { parts, reload, said } = page({ isBusy: () => true });
  await handleMissingPart(parts);
  expect(reload).not.toHaveBeenCalled();
  const [notice] = said();
  expect(notice?.action?.text).toBe('重新加载');
  notice?.action?.run();
  expect(reload).toHaveBeenCalledTimes(1);
});

test('files on their way count until they are there', async () => {
  // other tests may have left files on their way
  vi.resetModules();
  const { isWorkRunning, beginWork } = await import('../../src/runtime/host/pendingWork.ts');
  const form = {};
  const [first, second] = [beginWork(form, 'files'), beginWork(form, 'rows')];
  expect(isWorkRunning()).toBe(true);
  first();
  first();
  expect(isWorkRunning()).toBe(true);
  second();
  expect(isWorkRunning()).toBe(false);
});

test('the build is read from the page that the server answers, and from nothing else', async () => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(
        '<!doctype html><script src="./early.js"></script><script type="module" src="./assets/index-1.js"></script>',
      ),
  );
  expect(await fetchBuild('/')).toBe('./assets/index-1.js');
  vi.stubGlobal('fetch', async () => new Response('<h1>502 Bad Gateway</h1>', { status: 502 }));
  expect(await fetchBuild('/')).toBeNull();
  vi.stubGlobal('fetch', async () => new Response('<h1>请先登录无线网络</h1>'));
  expect(await fetchBuild('/')).toBeNull();
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  expect(await fetchBuild('/')).toBeNull();
});

test('the failure of an import reaches who asked, and one that nobody handled is said', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  const notices = createNotices();
  reportFailures(notices);
  const payload = new TypeError('Failed to fetch dynamically imported module: http://localhost/assets/x.js');
  const failing = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload });
  window.dispatchEvent(failing);
  expect(failing.defaultPrevented).toBe(false);
  window.dispatchEvent(Object.assign(new Event('unhandledrejection', { cancelable: true }), { reason: payload }));
  expect(notices.state.list.map(({ text }) => text)).toEqual(['无法连接服务器，请检查网络后重试']);
});

test('a stylesheet that was not downloaded holds back nothing, and is asked for again until it comes', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch');
  });
  vi.useFakeTimers();
  const failing = Object.assign(new Event('vite:preloadError', { cancelable: true }), {
    payload: new Error('Unable to preload CSS for /assets/dialog.css'),
  });
  reportFailures(createNotices());
  const links = (): NodeListOf<Element> => document.head.querySelectorAll('link[href="/assets/dialog.css"]');
  const added: Element[] = [];
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    added.push(...(nodes as Element[]));
  });
  window.dispatchEvent(failing);
  expect(failing.defaultPrevented).toBe(true);
  await vi.advanceTimersByTimeAsync(3_000);
  const tries = added.length;
  expect(tries).toBeGreaterThan(0);
  added[0]?.dispatchEvent(new Event('error'));
  await vi.advanceTimersByTimeAsync(3_000);
  expect(added.length).toBe(tries + 1);
  expect(links().length).toBe(0);
  vi.useRealTimers();
});
