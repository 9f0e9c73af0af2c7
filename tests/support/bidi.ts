import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { ended, FIRST_SEEN, retried, type DrivenWindow } from './webDriver.ts';

/** The package whose program is driven, as Debian names it. */
export const FIREFOX_PACKAGE = 'firefox-esr';
const FIREFOX = '/usr/bin/firefox-esr';
export const isFirefoxHere = (): boolean => existsSync(FIREFOX);

const START_MS = 60_000;
const ANSWER_MS = 60_000;
/** Nothing is fetched from outside, and a Chinese page is asked for. */
const PREFERENCES: Readonly<Record<string, string | boolean | number>> = {
  'intl.accept_languages': 'zh-CN, zh',
  'ui.prefersReducedMotion': 1,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
};

/** A value as WebDriver BiDi tells it. */
interface Remote {
  type: string;
  value?: unknown;
  sharedId?: string;
}

function plain(remote: Remote): unknown {
  if (remote.type === 'undefined' || remote.type === 'null') return null;
  if (remote.type === 'node') return { sharedId: remote.sharedId };
  if (remote.type === 'array') return (remote.value as Remote[]).map(plain);
  if (remote.type === 'object')
    return Object.fromEntries((remote.value as [string, Remote][]).map(([key, value]) => [key, plain(value)]));
  return remote.value ?? remote.type;
}

/** Calls over the socket of a browser; each answers or fails within a minute. */
async function connected(address: string) {
  const socket = new WebSocket(`${address}/session`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<
    number,
    (answer: { type: string; result?: unknown; error?: string; message?: string }) => void
  >();
  socket.on('message', (data) => {
    const answer = JSON.parse(String(data)) as { id?: number; type: string; result?: unknown };
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  let last = 0;
  const call = <T>(method: string, params: object): Promise<T> =>
    new Promise((resolve, reject) => {
      const id = (last += 1);
      const late = setTimeout(() => reject(new Error(`${method} did not answer`)), ANSWER_MS);
      waiting.set(id, ({ type, result, error, message }) => {
        clearTimeout(late);
        waiting.delete(id);
        if (type === 'error') reject(new Error(`${error}: ${message}`));
        else resolve(result as T);
      });
      socket.send(JSON.stringify({ id, method, params }));
    });
  return { call, close: () => socket.close() };
}

/** A window of Firefox without a screen, driven by WebDriver BiDi. */
export async function openFirefox({ width = 1440, height = 900 } = {}): Promise<DrivenWindow> {
  const profile = mkdtempSync(join(tmpdir(), 'firefox-'));
  const lines = Object.entries(PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--remote-debugging-port', '0', '--profile', profile, '--no-remote'];
  const env = { ...process.env, LANG: 'zh_CN.UTF-8', TZ: 'Asia/Shanghai', MOZ_DISABLE_AUTO_SAFE_MODE: '1' };
  const browser = spawn(FIREFOX, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const closeAll = async (): Promise<void> => {
    await ended(browser);
    rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    const address = await new Promise<string>((resolve, reject) => {
      let said = '';
      const late = setTimeout(() => reject(new Error(`Firefox did not start: ${said}`)), START_MS);
      browser.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        const found = /BiDi listening on (\S+)/.exec(said);
        if (!found) return;
        clearTimeout(late);
        resolve(found[1] ?? '');
      });
    });
    const { call, close } = await connected(address);
    await call('session.new', { capabilities: {} });
    const { context } = await call<{ context: string }>('browsingContext.create', { type: 'tab' });
    await call('browsingContext.setViewport', { context, viewport: { width, height } });
    const remotely = async (body: string, given: readonly unknown[]): Promise<Remote> => {
      const { result, exceptionDetails } = await call<{ result: Remote; exceptionDetails?: { text: string } }>(
        'script.callFunction',
        {
          functionDeclaration: `function () { ${body} }`,
          awaitPromise: true,
          target: { context },
          arguments: given.map((value) => ({ type: typeof value, value })),
        },
      );
      if (exceptionDetails) throw new Error(exceptionDetails.text);
      return result;
    };
    const run = async <T>(body: string, ...given: unknown[]): Promise<T> => plain(await remotely(body, given)) as T;
    const click = (selector: string): Promise<unknown> =>
      retried(`${selector} to be clicked`, async () => {
        const found = await remotely(
          `const found = (function () { ${FIRST_SEEN} })(arguments[0]); found?.scrollIntoView({ block: 'nearest' }); return found;`,
          [selector],
        );
        if (found.type !== 'node') return false;
        const origin = { type: 'element', element: { sharedId: found.sharedId } };
        const actions = [
          { type: 'pointerMove', x: 0, y: 0, origin },
          { type: 'pointerDown', button: 0 },
          { type: 'pointerUp', button: 0 },
        ];
        await call('input.performActions', { context, actions: [{ type: 'pointer', id: 'mouse', actions }] });
        return true;
      });
    const press = async (text: string): Promise<void> => {
      const actions = [...text].flatMap((value) => [
        { type: 'keyDown', value },
        { type: 'keyUp', value },
      ]);
      await call('input.performActions', { context, actions: [{ type: 'key', id: 'keyboard', actions }] });
    };
    return {
      go: async (url) => {
        await call('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      run,
      until: (body, ...given) => retried(body, () => run(body, ...given)),
      click: async (selector) => {
        await click(selector);
      },
      type: async (selector, text) => {
        await click(selector);
        await run(`const at = document.activeElement; if (at && 'select' in at) at.select();`);
        await press(text);
      },
      press,
      picture: async () =>
        Buffer.from((await call<{ data: string }>('browsingContext.captureScreenshot', { context })).data, 'base64'),
      close: async () => {
        await call('session.end', {}).catch(() => undefined);
        close();
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
