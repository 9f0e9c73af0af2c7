import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = import.meta.dirname;
const isThere = (): boolean => existsSync(join(FOLDER, 'node_modules/@bpmn-io/form-js/dist/index.es.js'));

/**
 * Installs what only the benchmarks compare with, beside them and never into the product. Answers why it could not,
 * null when it is there.
 */
export function installPeers(): string | null {
  if (isThere()) return null;
  const { stderr } = spawnSync('npm', ['install', '--no-audit', '--no-fund', '--no-package-lock', '--ignore-scripts'], {
    cwd: FOLDER,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (isThere()) return null;
  return stderr.split('\n').find((line) => /\berr/i.test(line)) ?? 'npm install did not bring it';
}
