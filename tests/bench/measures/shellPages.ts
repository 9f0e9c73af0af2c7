import type { Browser, CDPSession, Page } from 'playwright-core';
import { meterOf, type Meter } from '../browser.ts';

/** Screens of the demo company that a person goes to and fro between. */
export const SCREENS = [
  '/taskCenter/toDoList',
  '/taskCenter/launch',
  '/taskCenter/alreadyDone',
  '/mail/collectionLetters',
  '/notice/list',
  '/seals/businessSealApply',
  '/bidding/earnestMoney',
  '/deviceManagement/deviceList',
] as const;

export interface Visit {
  page: Page;
  meter: Meter;
  session: CDPSession;
  close(): Promise<void>;
}

export async function open(browser: Browser, headers: Record<string, string> = {}): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    extraHTTPHeaders: headers,
  });
  // the loader of this file names inner functions by a helper that pages do not have
  await context.addInitScript('globalThis.__name = (named) => named');
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const session = await context.newCDPSession(page);
  return { page, session, meter: await meterOf(session), close: () => context.close() };
}

/** In the page: goes there as a click on a link does and waits until it stands there, painted, with so many tables that have rows. Answers ms. */
export const goTo = (page: Page, address: string, tables = 0): Promise<number> =>
  page.evaluate(
    async ([to, wanted]) => {
      const LOADING = '.sf-loading, .ant-skeleton, .ant-spin-spinning, [data-screen-loading]';
      const frame = (): Promise<void> =>
        new Promise((resolve) => {
          requestAnimationFrame(() => resolve());
        });
      const tab = document.querySelector<HTMLAnchorElement>(`[data-tab="${to}"] a`);
      const before = document.querySelector('.sf-pane:not([hidden])');
      const start = performance.now();
      if (tab) tab.click();
      else window.location.hash = `#${to}`;
      for (let i = 0; i < 1000; i += 1) {
        await frame();
        const pane = document.querySelector('.sf-pane:not([hidden])');
        if (pane === before || !pane?.querySelector('[data-screen]') || pane.querySelector(LOADING)) continue;
        const full = [...pane.querySelectorAll('tbody')].filter((body) => body.querySelector('tr[data-row-key]'));
        if (full.length >= wanted) break;
      }
      await frame();
      return performance.now() - start;
    },
    [address, tables] as const,
  );
