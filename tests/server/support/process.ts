import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { serverCommand } from '../../support/serverCommand.ts';
import { CAPTCHA } from '../support.ts';

const PROJECT = join(import.meta.dirname, '..', '..', '..');

/** A server in a process of its own, as an operator starts it. */
export interface ServerProcess {
  url: string;
  child: ChildProcess;
  output(): string;
  /** Its exit code (null when a signal ended it), once it is gone. */
  ended: Promise<number | null>;
  end(signal: NodeJS.Signals): Promise<number | null>;
}

/** Starts the server and waits until it listens. `shell`: what a shell does first (`ulimit …`). Throws what it printed when it ends instead. */
export async function startProcess(env: Readonly<Record<string, string>>, shell = ''): Promise<ServerProcess> {
  const command = [process.execPath, ...serverCommand('main')] as const;
  const child = spawn(
    shell ? 'bash' : command[0],
    shell ? ['-c', `${shell}; exec "$@"`, 'server', ...command] : command.slice(1),
    {
      cwd: PROJECT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env['PATH'] ?? '',
        HOME: process.env['HOME'] ?? '',
        PORT: '0',
        HOST: '127.0.0.1',
        CAPTCHA_CODE: CAPTCHA,
        ...env,
      },
    },
  );
  let output = '';
  const ended = once(child, 'exit').then(([code]) => code as number | null);
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  let isOver = false;
  void ended.then(() => {
    isOver = true;
  });
  for (;;) {
    const address = /已启动：(http:\S+)/.exec(output)?.[1];
    if (address)
      return {
        url: address,
        child,
        ended,
        output: () => output,
        end(signal) {
          child.kill(signal);
          return ended;
        },
      };
    if (isOver) throw new Error(`the server ended at start:\n${output}`);
    await new Promise((wake) => {
      setTimeout(wake, 50);
    });
  }
}
