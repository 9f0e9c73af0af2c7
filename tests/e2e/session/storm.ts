import type { BrowserContext, Page } from 'playwright-core';
import { build } from 'vite';

/** What a storm of calls came to. */
export interface Storm {
  answered: number;
  refused: string[];
  overs: number;
}

const ENTRY = 'virtual:storm';
/** The product's own client over the tokens of this browser, as the page puts it together. */
const SOURCE = `
import { readApiConfig } from '/src/api/http/config.ts';
import { createHttp } from '/src/api/http/client.ts';
import { createTokenStore } from '/src/session/tokens.ts';

globalThis.storm = async (count) => {
  let overs = 0;
  const http = createHttp({ config: readApiConfig(''), tokens: createTokenStore(localStorage), onSessionOver: () => { overs += 1; } });
  const calls = Array.from({ length: count }, (_none, index) => (index % 2
    ? http.send({ method: 'POST', path: '/task/flow/task/listMyTodo', body: { data: {}, page: { pageNum: 1, pageSize: 1 } } })
    : http.send({ method: 'GET', path: '/system/flow/task/countMyTodo' })));
  const results = await Promise.allSettled(calls);
  return {
    answered: results.filter(({ status }) => status === 'fulfilled').length,
    refused: results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason.code ?? result.reason)] : [])), overs,
  };
};
`;

async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'storm',
        resolveId: (id) => (id === ENTRY ? id : id.startsWith('/src/') ? process.cwd() + id : null),
        load: (id) => (id === ENTRY ? SOURCE : null),
      },
    ],
    build: {
      write: false,
      rollupOptions: { input: ENTRY, output: { format: 'es', entryFileNames: 'storm.js' } },
      modulePreload: false,
    },
  });
  const [output] = Array.isArray(built) ? built : [built];
  if (!('output' in output)) throw new Error('the storm was not built');
  return output.output[0].code;
}

/** Lets the pages of a browser load the client as a file of the site, which is all that their policy allows. */
export async function serveStorm(context: BrowserContext, url: string): Promise<void> {
  const body = await script();
  await context.route(`${url}/storm.js`, (route) => route.fulfill({ contentType: 'text/javascript', body }));
}

/** Sends that many calls at once from the page. */
export async function storm(page: Page, url: string, count: number): Promise<Storm> {
  await page.addScriptTag({ url: `${url}/storm.js`, type: 'module' });
  await page.waitForFunction(() => 'storm' in globalThis);
  return page.evaluate(
    (calls) => (globalThis as unknown as { storm(count: number): Promise<Storm> }).storm(calls),
    count,
  );
}

/** The refreshes that a browser asks for from now on. */
export function countRefreshes(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().includes('/oauth/token') && (request.postData() ?? '').includes('grant_type=refresh_token'))
      count += 1;
  });
  return () => count;
}

/** The access token of this browser is no longer good; with `both` it cannot be refreshed either. */
export const spoilTokens = (page: Page, both = false): Promise<void> =>
  page.evaluate((all) => {
    const tokens = JSON.parse(localStorage.getItem('tokens') ?? '{}') as Record<string, string>;
    localStorage.setItem(
      'tokens',
      JSON.stringify({ ...tokens, access_token: `old-${Math.random()}`, ...(all ? { refresh_token: 'old' } : {}) }),
    );
  }, both);
