import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-color-profile=srgb',
];
/** The first that is installed. The headless shell is Chromium without its window: it takes a quarter less processor time. */
const SYSTEM = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];

function systemBrowser(): string | null {
  if (process.env.CHROME_PATH) return process.env.CHROME_PATH;
  for (const name of SYSTEM) {
    try {
      const path = execFileSync('which', [name], { stdio: ['ignore', 'pipe', 'ignore'] })
        .toString()
        .trim();
      if (path && existsSync(path)) return path;
    } catch {
      /* not this one */
    }
  }
  return null;
}

/** The browser that comes from the npm registry; it brings its own libraries when told it runs on a bare system. */
async function packagedBrowser(): Promise<string> {
  process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  packaged.setGraphicsMode = false;
  return packaged.executablePath();
}

/**
 * A headless browser: CHROME_PATH, else the system's Chromium or Chrome, else the packaged one.
 * Throws when none starts: a run without a browser fails, it is not skipped.
 */
export async function launchBrowser(): Promise<Browser> {
  const system = process.env.PACKAGED_BROWSER === '1' ? null : systemBrowser();
  const tried: string[] = [];
  if (system) {
    try {
      return await chromium.launch({ executablePath: system, args: ARGS });
    } catch (error) {
      tried.push(`${system}: ${String(error).split('\n')[0]}`);
    }
  }
  try {
    const executablePath = await packagedBrowser();
    return await chromium.launch({ executablePath, args: [...ARGS, '--headless=shell', '--no-zygote'] });
  } catch (error) {
    tried.push(`@sparticuz/chromium: ${String(error).split('\n')[0]}`);
  }
  throw new Error(`No browser starts, so nothing was tested in one. Set CHROME_PATH. Tried:\n${tried.join('\n')}`);
}

/** The browser of this worker: its test files share it, one after the other. */
let shared: Promise<Browser> | null = null;

/** The shared browser. `close` ends what a file left open in it; the browser itself ends with the worker. */
export async function sharedBrowser(): Promise<Browser> {
  const known = await shared;
  if (known?.isConnected()) return known;
  shared = launchBrowser().then((browser) => {
    browser.close = async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    };
    return browser;
  });
  return shared;
}
