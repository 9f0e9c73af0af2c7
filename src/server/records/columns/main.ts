import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings } from '../../settings.ts';
import { failureText } from '../../startFailure.ts';
import { connectWithoutTimeout } from '../../store/connect.ts';
import { compareColumns, compareKept, findFormsToCheck, rebuildColumns } from './compareColumns.ts';

const USAGE =
  '用法：npm run columns -- compare [表单键…]\n      npm run columns -- rebuild [表单键…]\n      npm run columns -- kept [表单键…]\n不写表单键即全部表单。数据的位置与服务相同：DATA_DIR、DATABASE_URL。';
const projectDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const ignore = (): void => undefined;

/**
 * Runs the command `npm run columns`: compares columns with the records' values as JSON (`compare`), compares kept
 * values with their sources (`kept`), or rewrites columns (`rebuild`). Exit code 2: differences were found.
 */
async function run(): Promise<void> {
  const [command, ...keys] = process.argv.slice(2);
  const result = readSettings(process.env, projectDir);
  if (command !== 'compare' && command !== 'rebuild' && command !== 'kept') throw new Error(USAGE);
  if (!result.ok) throw new Error(result.problems.join('\n'));
  const store = await connectWithoutTimeout(result.settings, {
    onRestart: ignore,
    onFatal: ignore,
    onConnectionLost: ignore,
  }).catch((error: unknown) => {
    throw new Error(failureText(error, result.settings));
  });
  try {
    for (const key of await findFormsToCheck(store.db, keys)) {
      if (command === 'rebuild') {
        console.log(`${key}：已重写 ${await rebuildColumns(store.db, key)} 条记录的列。`);
        continue;
      }
      const faults = await (command === 'kept' ? compareKept : compareColumns)(store.db, key);
      console.log(
        `${key}：${faults.length === 0 ? '一致' : `不一致\n${faults.map((fault) => `  ${fault}`).join('\n')}`}`,
      );
      if (faults.length > 0) process.exitCode = 2;
    }
  } finally {
    await store.close();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
