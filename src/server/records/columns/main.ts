import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSettings } from '../../settings.ts';
import { failureText } from '../../startFailure.ts';
import { connectWithoutTimeout } from '../../store/connect.ts';
import { compareColumns, compareKeptValues, resolveFormKeys, rebuildColumns } from './compareColumns.ts';

const USAGE =
  '用法：npm run columns -- compare [表单键…]\n      npm run columns -- rebuild [表单键…]\n      npm run columns -- kept [表单键…]\n不写表单键即全部表单。数据的位置与服务相同：DATA_DIR、DATABASE_URL。';
const projectDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const ignore = (): void => undefined;

/**
 * Runs the command `npm run columns`: compares columns with the records' values as JSON (`compare`), compares kept
 * values with their sources (`kept`), or rewrites columns (`rebuild`). Exit code 2: differences were found.
 */
async function run(): Promise<void> {
  const [command, ...formKeys] = process.argv.slice(2);
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
    for (const formKey of await resolveFormKeys(store.db, formKeys)) {
      if (command === 'rebuild') {
        console.log(`${formKey}：已重写 ${await rebuildColumns(store.db, formKey)} 条记录的列。`);
        continue;
      }
      const differences = await (command === 'kept' ? compareKeptValues : compareColumns)(store.db, formKey);
      console.log(
        `${formKey}：${differences.length === 0 ? '一致' : `不一致\n${differences.map((fault) => `  ${fault}`).join('\n')}`}`,
      );
      if (differences.length > 0) process.exitCode = 2;
    }
  } finally {
    await store.close();
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
});
