import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { copyFolder } from '../support/copyFolder.ts';
import { createDatabase, dropDatabase } from '../support/databases.ts';

export const PASSWORD = 'Demo@2026';
export const CAPTCHA = '1234';
/** Milliseconds that a page may take for anything. */
export const WAIT = 30_000;

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
      .once('error', reject)
      .listen(0, '127.0.0.1', () => {
        const { port } = probe.address() as { port: number };
        probe.close(() => resolve(port));
      });
  });

export interface Product {
  url: string;
  /** Ends the server as a power switch would; `start` brings it back on the same port and data. */
  kill(): Promise<void>;
  start(): Promise<void>;
  /** Ends the server; its data stays. */
  stop(): Promise<void>;
  /** Ends the server and removes its data. */
  close(): Promise<void>;
  dataDir: string;
  output(): string;
}

/**
 * The built product as a user starts it: `node dist/server/main.js` with its own data folder, database and demo company
 * (copied from the one that the run's setup filled, which saves the loading). `env`: settings of this one;
 * `emptyFolder`: a folder to fill from nothing, with the embedded database in it.
 */
export async function startProduct(
  env: Readonly<Record<string, string>> | ((url: string) => Promise<Readonly<Record<string, string>>>) = {},
  emptyFolder?: string,
): Promise<Product> {
  const port = await freePort();
  const dataDir = emptyFolder ?? mkdtempSync(join(tmpdir(), 'e2e-'));
  if (process.env.E2E_TEMPLATE && emptyFolder === undefined) copyFolder(process.env.E2E_TEMPLATE, dataDir);
  const template = emptyFolder === undefined ? process.env.E2E_TEMPLATE_DATABASE : undefined;
  const database = template ? await createDatabase(process.env.TEST_DATABASE_URL ?? '', template) : null;
  const url = `http://127.0.0.1:${port}`;
  const given = typeof env === 'function' ? await env(url) : env;
  let child: ChildProcess | null = null;
  let output = '';
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, ['dist/server/main.js'], {
      env: {
        ...process.env,
        NODE_ENV: '',
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: database ?? '',
        DEMO: '1',
        CAPTCHA_CODE: CAPTCHA,
        ...given,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr?.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    for (let i = 0; i < 6000; i += 1) {
      if (child.exitCode !== null) throw new Error(`the server ended at start:\n${output}`);
      try {
        if ((await fetch(`${url}/health`)).ok) return;
      } catch {
        /* not yet */
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    child.kill('SIGKILL');
    throw new Error(`the server was not ready within five minutes:\n${output}`);
  };
  const end = (signal: NodeJS.Signals): Promise<void> =>
    new Promise((resolve) => {
      if (!child || child.exitCode !== null) {
        resolve();
        return;
      }
      child.once('exit', () => resolve());
      child.kill(signal);
    });
  await start();
  return {
    url,
    start,
    dataDir,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    close: async () => {
      await end('SIGTERM');
      if (database) await dropDatabase(database);
      rmSync(dataDir, { recursive: true, force: true });
    },
    output: () => output,
  };
}

export interface Visitor {
  page: Page;
  /** Console errors, page errors and CSP violations since the last call; failed loads of a stopped server are not among them. */
  faults(): string[];
  close(): Promise<void>;
}

export interface VisitorOptions {
  width?: number;
  height?: number;
  /** Most tests are of somebody who asked the system for reduced motion: nothing slides while they wait. */
  motion?: 'reduce' | 'no-preference';
}

/** A browser of one person: own storage, nothing signed in. */
export async function visitor(
  browser: Browser,
  { width = 1440, height = 900, motion = 'reduce' }: VisitorOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    reducedMotion: motion,
  });
  const page = await context.newPage();
  // a machine whose disk or processors are busy elsewhere may stand still for longer than a person would wait
  page.setDefaultTimeout(WAIT);
  let faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const text = message.text();
    if (!text.startsWith('Failed to load resource')) faults.push(`console: ${text}`);
  });
  return {
    page,
    faults: () => {
      const seen = faults;
      faults = [];
      return seen;
    },
    close: () => context.close(),
  };
}

/** Signs in through the sign-in page, as a person does. */
export async function signInByHand(
  page: Page,
  url: string,
  username: string,
  path = '/',
  captcha = CAPTCHA,
): Promise<void> {
  await page.goto(`${url}/#${path}`);
  // a page of sign-in that stood there before the address is not the one that leads on to it
  await page.waitForURL((address) => address.hash.startsWith('#/login'));
  await page.locator('input[name="username"], #username').first().fill(username);
  await page.locator('input[type="password"]').first().fill(PASSWORD);
  await page.locator('input[name="validateCode"], #validateCode').first().fill(captcha);
  await page.locator('[data-action="sign-in"]').click();
  await arrived(page, username);
}

/** Signs in by the call that the sign-in page makes; answers what it stores. Throws where the server refuses. */
export async function tokensOf(url: string, username: string): Promise<{ access_token: string }> {
  const response = await fetch(`${url}/api/auth/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'captcha',
      username,
      password: PASSWORD,
      uuid: 'none',
      validateCode: CAPTCHA,
    }),
  });
  const answer = (await response.json()) as { code: string; msg: string; data: { access_token: string } };
  if (answer.code !== '1') throw new Error(`${username} could not sign in: ${answer.code} ${answer.msg}`);
  return answer.data;
}

/** Opens a path signed in, without the sign-in page, which the tests of sessions go through. */
export async function signIn(page: Page, url: string, username: string, path = '/'): Promise<void> {
  const tokens = JSON.stringify(await tokensOf(url, username));
  // an empty page of the same origin: answers of the server other than the page itself have no storage
  const empty = `${url}/empty`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: '' }));
  await page.goto(empty);
  await page.evaluate((stored) => {
    localStorage.setItem('tokens', stored);
  }, tokens);
  await page.unroute(empty);
  await page.goto(`${url}/#${path}`);
  await arrived(page, username);
}

/** Waits for the first screen behind sign-in. */
async function arrived(page: Page, username: string): Promise<void> {
  await page.locator('[data-screen]').first().waitFor();
  await page.waitForURL((address) => !address.hash.includes('/login'));
  if (username === 'admin') await knowsDesigner(page);
}

/** The guide that is shown once to a person would stand before what a test works on. */
export async function knowsDesigner(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { access_token: token = '' } = JSON.parse(localStorage.getItem('tokens') ?? '{}') as {
      access_token?: string;
    };
    await fetch('/api/system/sys/user/noteGuide', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ guide: 'designer' }),
    });
  });
}

/** Edits one form field by its key; the control is found inside the field's frame. */
export const field = (page: Page, key: string) => page.locator(`[data-field="${key}"]`);

/** A frame has been drawn, and what waited behind it has run. */
export const drawn = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((done) => {
        requestAnimationFrame(() => {
          setTimeout(done);
        });
      }),
  );

/** Saves a record and waits until the server has taken it: the words of a save before this one say nothing. */
export async function saveRecord(page: Page, timeout = WAIT): Promise<void> {
  await Promise.all([
    page.waitForResponse((response) => response.url().includes('/frmCrud/saveOrUpdate/') && response.ok(), { timeout }),
    page.locator('[data-action="save"]').click(),
  ]);
  await page.getByText('保存成功').first().waitFor({ timeout });
}

/** Replaces the text of the open editor and waits until it has been checked. */
export async function writeText(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+A');
  await page.keyboard.insertText(text);
  // the editor hears of its text a moment later
  await drawn(page);
  await page.locator('[data-checking="false"]').waitFor();
}

/** Types the address of a page that this person may not see, and waits until that is said: of this address, not of one before. */
export async function typeForbidden(page: Page, url: string, path: string): Promise<void> {
  await page.goto(`${url}/#/index`);
  await page.locator('[data-screen="platform/home"]').waitFor();
  await page.goto(`${url}/#${path}`);
  await page.locator('[data-screen="platform/404"]').waitFor();
}

/** Picks an option of an antd select by its text. */
export async function choose(page: Page, key: string, text: string): Promise<void> {
  await field(page, key).locator('.ant-select').first().click();
  await page
    .locator(`.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option[title="${text}"]`)
    .click();
}

/** Picks a person in the dialog of a selector, by name. */
export async function pickPerson(page: Page, key: string, name: string): Promise<void> {
  await field(page, key).locator('input').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('输入姓名查找').fill(name);
  await dialog.locator('.sf-pick-row').filter({ hasText: name }).first().click();
  await dialog.getByRole('button', { name: '确定' }).click();
}

/** For `afterEach`: with E2E_PICTURES set to a folder, every visitor's page of a failed test is kept there as a picture. */
export const picturesOnFailure =
  (visitors: () => Record<string, Visitor>) =>
  async ({ task }: { task: { name: string; result?: { state?: string } } }): Promise<void> => {
    if (task.result?.state !== 'fail' || !process.env.E2E_PICTURES) return;
    for (const [name, { page }] of Object.entries(visitors()))
      await page.screenshot({
        path: join(process.env.E2E_PICTURES, `${task.name.slice(0, 40).replace(/\W+/g, '-')}-${name}.png`),
      });
  };
