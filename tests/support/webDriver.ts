import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The packages whose programs are driven, as Debian names them. */
export const WEBKIT_PACKAGES = 'webkit2gtk-driver and xvfb';

const DRIVER = '/usr/bin/WebKitWebDriver';
const DISPLAY_SERVER = '/usr/bin/Xvfb';
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** `/usr/lib/<kind of machine>/webkit2gtk-<version>/MiniBrowser` */
const miniBrowser = (): string | undefined =>
  readdirSync('/usr/lib')
    .filter((name) => name.endsWith('-linux-gnu'))
    .flatMap((machine) => readdirSync(join('/usr/lib', machine)).map((name) => join('/usr/lib', machine, name)))
    .filter((folder) => folder.includes('/webkit2gtk-'))
    .map((folder) => join(folder, 'MiniBrowser'))
    .findLast(existsSync);

export const isWebKitHere = (): boolean =>
  existsSync(DRIVER) && existsSync(DISPLAY_SERVER) && miniBrowser() !== undefined;

/** A window of a browser that speaks WebDriver (W3C). Every wait ends with an error that says what was waited for. */
export interface DrivenWindow {
  go(url: string): Promise<void>;
  /** Runs a function body in the page; `arguments` are those given. */
  run<T>(body: string, ...given: unknown[]): Promise<T>;
  /** Waits until the function body answers something true, and gives it. */
  until<T>(body: string, ...given: unknown[]): Promise<T>;
  /** Clicks the first visible element of the selector, as a mouse does. */
  click(selector: string): Promise<void>;
  /** Clicks into a field, empties it and types. */
  type(selector: string, text: string): Promise<void>;
  /** Types on the keyboard, wherever the focus is. */
  press(keys: string): Promise<void>;
  /** PNG. */
  picture(): Promise<Buffer>;
  close(): Promise<void>;
}

/** Starts a program and waits for what it says of where it can be reached. */
function started(
  program: string,
  args: string[],
  sign: RegExp,
  env: NodeJS.ProcessEnv,
): Promise<[ChildProcess, string]> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const late = setTimeout(() => reject(new Error(`${program} did not start: ${said}`)), 20_000);
    const listen = (chunk: Buffer): void => {
      said += chunk.toString();
      const found = sign.exec(said);
      if (!found) return;
      clearTimeout(late);
      resolve([child, found[1] ?? '']);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.once('error', reject);
  });
}

export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else {
      child.once('exit', () => resolve());
      child.kill();
    }
  });

/** The first element of a selector that is seen and not covered with a size of nothing; null: none yet. */
export const FIRST_SEEN = `return [...document.querySelectorAll(arguments[0])].find((one) => {
  const box = one.getBoundingClientRect();
  return box.width > 0 && box.height > 0 && getComputedStyle(one).visibility === 'visible' && !one.disabled;
}) ?? null;`;

const WAIT = 30_000;

/** Tries until something true is answered. */
export async function retried<T>(what: string, attempt: () => Promise<T | null | undefined | false | ''>): Promise<T> {
  const end = Date.now() + WAIT;
  let last = '';
  for (;;) {
    try {
      const value = await attempt();
      if (value) return value;
    } catch (error) {
      last = String(error);
    }
    if (Date.now() > end) throw new Error(`waited in vain for ${what}${last ? ` (${last})` : ''}`);
    await new Promise((next) => setTimeout(next, 50));
  }
}

/** A window of WebKit (WebKitGTK) on a display without a screen. */
export async function openWebKit({ width = 1440, height = 900 } = {}): Promise<DrivenWindow> {
  const programs: ChildProcess[] = [];
  const [display, screen] = await started(
    DISPLAY_SERVER,
    ['-displayfd', '1', '-screen', '0', `${width}x${height}x24`],
    /^(\d+)\s/m,
    process.env,
  );
  programs.push(display);
  const env = { ...process.env, DISPLAY: `:${screen}`, LANG: 'zh_CN.UTF-8', TZ: 'Asia/Shanghai' };
  const port = 20_000 + (process.pid % 20_000);
  const driver = spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' });
  programs.push(driver);
  const closeAll = async (): Promise<void> => {
    for (const program of programs.toReversed()) await ended(program);
  };

  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  try {
    const { sessionId } = await retried('the driver', () =>
      ask<{ sessionId: string }>('POST', '/session', {
        capabilities: {
          alwaysMatch: { 'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] } },
        },
      }),
    );
    const session = `/session/${sessionId}`;
    await ask('POST', `${session}/window/rect`, { x: 0, y: 0, width, height });
    const run = <T>(body: string, ...given: unknown[]): Promise<T> =>
      ask<T>('POST', `${session}/execute/sync`, { script: body, args: given });
    const click = async (selector: string): Promise<void> => {
      await retried(`${selector} to be clicked`, async () => {
        const found = await run<Record<string, string> | null>(FIRST_SEEN, selector);
        if (!found) return false;
        await ask('POST', `${session}/element/${found[ELEMENT]}/click`, {});
        return true;
      });
    };
    /** A key for each character; `\uE007` is Enter. */
    const keys = (text: string): Promise<unknown> =>
      ask('POST', `${session}/actions`, {
        actions: [
          {
            type: 'key',
            id: 'keyboard',
            actions: [...text].flatMap((value) => [
              { type: 'keyDown', value },
              { type: 'keyUp', value },
            ]),
          },
        ],
      });
    return {
      go: async (url) => {
        await ask('POST', `${session}/url`, { url });
      },
      run,
      until: (body, ...given) => retried(body, () => run(body, ...given)),
      click,
      type: async (selector, text) => {
        await retried(`“${text}” to stand in ${selector}`, async () => {
          await click(selector);
          await run(`const at = document.activeElement; if (at && 'select' in at) at.select();`);
          const found = await run<Record<string, string>>('return document.activeElement;');
          // letters that no key of this keyboard has reach the page by way of the element, which may be another by now
          if (/^[ -~]*$/.test(text)) await keys(text);
          else await ask('POST', `${session}/element/${found[ELEMENT]}/value`, { text });
          return run<boolean>('return document.activeElement.value === arguments[0];', text);
        });
      },
      press: async (text) => {
        await keys(text);
      },
      picture: async () => Buffer.from(await ask<string>('GET', `${session}/screenshot`), 'base64'),
      close: async () => {
        await ask('DELETE', session).catch(() => undefined);
        await closeAll();
      },
    };
  } catch (error) {
    await closeAll();
    throw error;
  }
}
