import type { Browser, Page, Request } from 'playwright-core';
import { signInByHand, type Product } from '../../e2e/support.ts';
import { ROUNDS } from '../compare.ts';
import { median, p95 } from '../statistics.ts';
import { figure } from '../table.ts';
import { goTo, open, SCREENS } from './shellPages.ts';

interface Asked {
  url: string;
  method: string;
  body: string | null;
  headers: Record<string, string>;
}

/** What a visit asked the server for. */
async function visit(page: Page, screen: string): Promise<{ ms: number; asked: Asked[] }> {
  const asked: Asked[] = [];
  const keep = (request: Request): void => {
    const { authorization, 'content-type': type } = request.headers();
    if (request.url().includes('/api/'))
      asked.push({
        url: request.url(),
        method: request.method(),
        body: request.postData(),
        headers: { ...(authorization ? { authorization } : {}), ...(type ? { 'content-type': type } : {}) },
      });
  };
  page.on('request', keep);
  const ms = await goTo(page, screen);
  page.off('request', keep);
  return { ms, asked };
}

/**
 * The least that the same picture costs here: the same requests by hand (the screen's document, then the rest at once)
 * and the finished markup of the page put in its place, until it is painted. Answers ms.
 */
const byHand = (page: Page, asked: readonly Asked[]): Promise<number> =>
  page.evaluate(async (calls) => {
    const frame = (): Promise<void> =>
      new Promise((resolve) => {
        requestAnimationFrame(() => resolve());
      });
    const pane = document.querySelector('.sf-pane:not([hidden])') as HTMLElement;
    const picture = pane.cloneNode(true) as HTMLElement;
    const blank = document.createElement('div');
    pane.replaceWith(blank);
    await frame();
    await frame();
    const ask = async ({ url, method, body, headers }: (typeof calls)[number]): Promise<void> => {
      await (await fetch(url, { method, body, headers })).json();
    };
    const start = performance.now();
    const documents = calls.filter(({ url }) => url.includes('screenDef'));
    await Promise.all(documents.map(ask));
    await Promise.all(calls.filter((call) => !documents.includes(call)).map(ask));
    blank.replaceWith(picture);
    await frame();
    await frame();
    const ms = performance.now() - start;
    picture.replaceWith(pane);
    return ms;
  }, asked);

interface Times {
  own: number[];
  floor: number[];
}

function tell(what: string, { own, floor }: Times): void {
  const line = (of: (numbers: readonly number[]) => number): string =>
    `${of(own).toFixed(0)} / ${of(floor).toFixed(0)} ms = ${(of(own) / of(floor)).toFixed(1)}`;
  figure(`click to painted, ${what} / the same picture by hand, p50`, line(median));
  figure('  the same, p95', line(p95));
}

/** From click to painted: screens that this page has not shown yet, and screens that are open in a tab. */
export async function measureVisits(browser: Browser, { url }: Product): Promise<void> {
  const fresh: Times = { own: [], floor: [] };
  const again: Times = { own: [], floor: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    const { page, close } = await open(browser);
    await signInByHand(page, url, 'staff');
    // as long as a person looks at the first page
    await page.waitForTimeout(4_000);
    for (const times of [fresh, again]) {
      for (const screen of SCREENS) {
        const { ms, asked } = await visit(page, screen);
        times.own.push(ms);
        times.floor.push(await byHand(page, times === fresh ? asked : []));
      }
    }
    await close();
  }
  tell('a screen not yet visited', fresh);
  tell('a screen open in a tab', again);
}
