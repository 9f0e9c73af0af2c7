import { createServer, type Server } from 'node:http';
import { formatError } from '../domain/problem/index.ts';
import type { MigrationProgress } from './records/index.ts';
import type { Settings } from './settings.ts';

const pageHtml = (text: string): string =>
  `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta http-equiv="refresh" content="2"><meta name="viewport" content="width=device-width"><title>系统正在升级</title></head><body style="font-family:sans-serif;text-align:center;padding-top:20vh;color:#333"><h1 style="font-weight:500">系统正在升级</h1><p>${text}</p><p style="color:#888">完成后会自动进入，请稍候</p></body></html>`;

const progressText = ({ done, total }: MigrationProgress): string =>
  total === 0 ? '正在准备数据' : `已整理 ${done} 条记录，共约 ${total} 条（${Math.floor((done / total) * 100)}%）`;

/** The temporary server that answers while records are migrated. */
export interface UpgradeServer {
  setProgress(progress: MigrationProgress): void;
  /** Stops the temporary server, so that the server itself can use the address. */
  close(): Promise<void>;
}

/**
 * Starts a temporary server for the time of a migration. Its start page (`/`) shows the progress, and `/health` reports
 * that the process is alive. All other calls, also `/ready`, get UNAVAILABLE, after which clients retry by themselves.
 */
export async function startUpgradeServer({ port, host }: Pick<Settings, 'port' | 'host'>): Promise<UpgradeServer> {
  let progress: MigrationProgress = { done: 0, total: 0 };
  const server: Server = createServer((request, response) => {
    const path = (request.url ?? '/').split('?')[0] ?? '/';
    const sendJson = (status: number, body: unknown): void => {
      response.writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
        'retry-after': '2',
      });
      response.end(JSON.stringify(body));
    };
    if (path === '/health') sendJson(200, { code: '1', msg: '', data: { status: 'upgrading' } });
    else if (request.method === 'GET' && (path === '/' || path === '/index.html')) {
      response.writeHead(503, {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        connection: 'close',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      });
      response.end(pageHtml(progressText(progress)));
    } else
      sendJson(503, {
        code: 'UNAVAILABLE',
        msg: `${formatError('UNAVAILABLE')}（系统正在升级：${progressText(progress)}）`,
        data: { ready: false, reason: 'upgrade', ...progress },
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    setProgress(next) {
      progress = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
