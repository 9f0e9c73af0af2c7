import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings, type Settings } from './settings.ts';
import { settingsText } from './settingsText.ts';
import type { RunningServer } from './start.ts';

/** The project's folder, two levels above this file: `src/server/main.ts`, when built `dist/server/main.js`. */
const projectDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

/** Prints a message and ends the process with exit code 1. */
function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

async function start(): Promise<void> {
  const result = readSettings(process.env, projectDir);
  if (!result.ok) fail(`设置有误，未启动：\n${result.problems.map((problem) => `  ${problem}`).join('\n')}`);
  const { settings } = result;
  if (!existsSync(settings.schemasDir)) fail(`安装不完整：缺少目录 ${settings.schemasDir}`);
  console.log(`设置：\n${settingsText(settings)}`);
  // loaded only after the settings were read, so that wrong settings are reported without waiting for these modules
  const [{ startServer }, { failureText }] = await Promise.all([import('./start.ts'), import('./startFailure.ts')]);
  const server = await startServer({
    settings,
    logger: { level: settings.logLevel },
    onFatal: (reason) => fail(`内置数据库无法继续运行：${reason}`),
  }).catch((error: unknown) => fail(failureText(error, settings)));
  // called before 已启动 is printed: a program that waits for this line may send a signal immediately
  endOnSignal(server, settings);
  for (const { kind, key, reasons } of server.brokenDocuments)
    console.warn(`随系统提供的文档有误，未载入：${kind} ${key}\n${reasons.map((reason) => `  ${reason}`).join('\n')}`);
  if (!existsSync(settings.webDir)) console.warn(`前端尚未构建（${settings.webDir} 不存在），仅提供接口。`);
  console.log(`数据库：${server.storeDescription}`);
  console.log(
    `已启动：http://${settings.host === '0.0.0.0' ? 'localhost' : settings.host}:${new URL(server.url).port}`,
  );
}

/** Stops the server within a time limit at the first signal, and at once at the second signal. */
function endOnSignal(server: RunningServer, { drainSeconds, endSeconds }: Settings): void {
  let isEnding = false;
  const end = (signal: NodeJS.Signals): void => {
    if (isEnding) process.exit(1);
    isEnding = true;
    console.log(
      `收到 ${signal}：不再接受新的连接，正在完成未完的请求（最多 ${drainSeconds + endSeconds} 秒，再次发送信号立即结束）。`,
    );
    setTimeout(
      () => fail(`${drainSeconds + endSeconds} 秒内未能完成全部请求，已结束。`),
      (drainSeconds + endSeconds) * 1000,
    ).unref();
    server.close().then(
      () => {
        console.log('已停止。');
        process.exit(0);
      },
      (error: unknown) => fail(String(error)),
    );
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
}

// no top-level await: in the built server, modules that are loaded later import shared code from this file and would
// wait for its top-level code
void start();
