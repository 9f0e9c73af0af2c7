import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser } from 'playwright-core';
import { build } from 'vite';
import { launchBrowser } from '../support/browser.ts';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface CaseResult {
  /** Wall time of the case, ms. */
  wall: number;
  /** Main-thread time from the case's start until the page is idle, ms. */
  cpu: number;
  /** What the case itself reports; from `compare`, of every round. */
  result: unknown;
}

export interface Bench {
  run(name: string): Promise<CaseResult>;
  /** Runs the cases in turn, `rounds` times, so that a busy moment of the machine hits all alike; medians by case. */
  compare(names: readonly string[], rounds?: number): Promise<Record<string, CaseResult>>;
  close(): Promise<void>;
}

const median = (numbers: number[]): number => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Builds the bench pages for production and serves them to a headless browser. */
export async function openBench(): Promise<Bench> {
  const outDir = mkdtempSync(join(tmpdir(), 'bench-'));
  await build({ configFile: false, root: 'tests/bench/pages', base: './', plugins: [react()], logLevel: 'error', build: { outDir, emptyOutDir: true, target: 'es2022', chunkSizeWarningLimit: 5000 } });
  const server = createServer((request, response) => {
    const path = join(outDir, normalize(new URL(request.url ?? '/', 'http://x').pathname));
    const file = path.endsWith('/') ? join(path, 'index.html') : path;
    if (!file.startsWith(outDir) || !existsSync(file)) { response.writeHead(404).end(); return; }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', () => resolve()); });
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  const browser: Browser = await launchBrowser();

  const run = async (name: string): Promise<CaseResult> => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
    await page.goto(url);
    await page.evaluate((id) => window.prepareCase(id), name);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    const busy = async (): Promise<number> => {
      const { metrics } = await session.send('Performance.getMetrics');
      return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000;
    };
    const before = await busy();
    const { ms, result } = await page.evaluate(() => window.runCase());
    await page.waitForTimeout(400);
    const cpu = (await busy()) - before;
    await context.close();
    return { wall: ms, cpu, result };
  };

  return {
    run,
    async compare(names, rounds = 5) {
      const all: Record<string, CaseResult[]> = Object.fromEntries(names.map((name) => [name, []]));
      for (let i = 0; i < rounds; i += 1) for (const name of names) all[name].push(await run(name));
      return Object.fromEntries(names.map((name) => [name, {
        wall: median(all[name].map((r) => r.wall)), cpu: median(all[name].map((r) => r.cpu)), result: all[name].map((r) => r.result),
      }]));
    },
    async close() { await browser.close(); server.close(); rmSync(outDir, { recursive: true, force: true }); },
  };
}
