import { createReadStream, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Browser, CDPSession, Page } from 'playwright-core';
import { build, type Plugin } from 'vite';
import { launchBrowser } from '../support/browser.ts';

const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

export interface CaseResult {
  /** Wall time of the case, ms. */
  wall: number;
  /** Main-thread time from the case's start until the page is idle, ms of processor time. */
  cpu: number;
  /** What the case itself reports. */
  result: unknown;
}

/** A fresh page with one case on it. */
export interface BenchPage {
  page: Page;
  meter: Meter;
  run(): Promise<CaseResult>;
}

/** What a page uses up. */
export interface Meter {
  /** Processor time of the main thread so far, ms. A busy machine does not add to it. */
  cpu(): Promise<number>;
  /** The part of it that scripts took so far, ms. */
  script(): Promise<number>;
  /** Bytes in use after a garbage collection, with the code that the engine compiled. */
  heap(): Promise<number>;
  /** Bytes of what the page's scripts hold: without compiled code and the engine's own records, which grow for as long as a page is young. */
  objects(): Promise<number>;
}

export interface Bench {
  browser: Browser;
  /** Opens a page, loads the case's code, hands it over and closes it. */
  on<T>(name: string, work: (bench: BenchPage) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function meterOf(session: CDPSession): Promise<Meter> {
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const metric = async (wanted: string): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === wanted)?.value ?? 0) * 1000;
  };
  return {
    cpu: () => metric('TaskDuration'),
    script: () => metric('ScriptDuration'),
    async heap() {
      for (let i = 0; i < 3; i += 1) await session.send('HeapProfiler.collectGarbage');
      return (await session.send('Runtime.getHeapUsage')).usedSize;
    },
    async objects() {
      const chunks: string[] = [];
      const keep = ({ chunk }: { chunk: string }): void => {
        chunks.push(chunk);
      };
      session.on('HeapProfiler.addHeapSnapshotChunk', keep);
      await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
      session.off('HeapProfiler.addHeapSnapshotChunk', keep);
      return sizeOfObjects(JSON.parse(chunks.join('')) as HeapSnapshot);
    },
  };
}

interface HeapSnapshot {
  nodes: number[];
  snapshot: { meta: { node_fields: string[]; node_types: [string[]] } };
}

const ENGINE = new Set(['code', 'native', 'synthetic', 'hidden', 'object shape']);

function sizeOfObjects({ nodes, snapshot: { meta } }: HeapSnapshot): number {
  const [type, size] = [meta.node_fields.indexOf('type'), meta.node_fields.indexOf('self_size')];
  let sum = 0;
  for (let at = 0; at < nodes.length; at += meta.node_fields.length) {
    if (!ENGINE.has(meta.node_types[0][nodes[at + type] as number] as string)) sum += nodes[at + size] as number;
  }
  return sum;
}

/** Processor time when the page has nothing more to do: a busy machine takes longer to get there. */
async function rested(page: Page, meter: Meter): Promise<number> {
  let [cpu, still] = [0, 0];
  for (let i = 0; i < 100 && still < 3; i += 1) {
    await page.waitForTimeout(200);
    const now = await meter.cpu();
    still = now - cpu < 3 ? still + 1 : 0;
    cpu = now;
  }
  return cpu;
}

/** Stands in for a peer that is not installed, so that the other cases can be built. */
const withoutPeers: Plugin = {
  name: 'without-peers',
  enforce: 'pre',
  resolveId: (id) => (id.startsWith('@bpmn-io/form-js') ? `\0${id}` : null),
  load: (id) => {
    if (!id.startsWith('\0@bpmn-io/form-js')) return null;
    return id.endsWith('.css') ? '' : 'export const createForm = () => { throw new Error("not installed"); };';
  },
};

/** Builds the bench pages for production and serves them to a headless browser. */
export async function openBench({ hasPeers }: { hasPeers: boolean }): Promise<Bench> {
  const outDir = mkdtempSync(join(tmpdir(), 'bench-'));
  await build({
    configFile: false,
    root: 'tests/bench/pages',
    base: './',
    plugins: [react(), ...(hasPeers ? [] : [withoutPeers])],
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      chunkSizeWarningLimit: 5000,
      minify: process.env.BENCH_NAMES !== '1',
    },
  });
  const server = createServer((request, response) => {
    const path = join(outDir, normalize(new URL(request.url ?? '/', 'http://x').pathname));
    const file = path.endsWith('/') ? join(path, 'index.html') : path;
    if (!file.startsWith(outDir) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve());
  });
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}/`;
  const browser: Browser = await launchBrowser();

  return {
    browser,
    async on(name, work) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      try {
        const page = await context.newPage();
        page.setDefaultTimeout(120_000);
        page.on('pageerror', (error) => console.error(`${name}: ${error.message}`));
        await page.goto(url);
        await page.evaluate((id) => window.prepareCase(id), name);
        const meter = await meterOf(await context.newCDPSession(page));
        const run = async (): Promise<CaseResult> => {
          const before = await meter.cpu();
          const { ms, result } = await page.evaluate(() => window.runCase());
          return { wall: ms, cpu: (await rested(page, meter)) - before, result };
        };
        return await work({ page, meter, run });
      } finally {
        await context.close();
      }
    },
    async close() {
      await browser.close();
      server.close();
      rmSync(outDir, { recursive: true, force: true });
    },
  };
}
