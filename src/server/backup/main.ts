import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileStoreOf } from '../files/index.ts';
import { sizeText } from '../http/sizeText.ts';
import { readSettings, type Settings } from '../settings.ts';
import { failureText } from '../startFailure.ts';
import { writeBackup, restore } from './backupAndRestore.ts';

const USAGE =
  '用法：npm run backup -- 文件\n      npm run restore -- 文件 [--force]\n数据的位置与服务相同：DATA_DIR、DATABASE_URL。';
/** Exit code of a backup with missing files, so that a scheduled job reports it. */
const INCOMPLETE_EXIT_CODE = 2;
const projectDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

async function main(): Promise<void> {
  const [command, ...args] = process.argv.slice(2);
  const isForced = args.includes('--force');
  const [path, ...extraArguments] = args.filter((argument) => argument !== '--force');
  if (!path || extraArguments.length > 0 || (command !== 'backup' && command !== 'restore')) fail(USAGE);
  const result = readSettings(process.env, projectDir);
  if (!result.ok) fail(result.problems.join('\n'));
  await execute({ settings: result.settings, command, path, isForced }).catch((error: unknown) =>
    fail(failureText(error, result.settings)),
  );
}

interface BackupCommand {
  settings: Settings;
  command: string;
  path: string;
  isForced: boolean;
}

async function execute({ settings, command, path, isForced }: BackupCommand): Promise<void> {
  if (command === 'backup') {
    if (existsSync(path) && !isForced) fail(`${path} 已存在，未备份。要覆盖它请加 --force。`);
    const { rows, files, bytes, missing } = await writeBackup(settings, path, isForced);
    console.log(`已备份到 ${path}：${rows} 行，${files} 个文件（${sizeText(bytes)}）。`);
    if (missing.length === 0) return;
    console.warn(
      `有 ${missing.length} 个文件的内容不在 ${fileStoreOf(settings).location} 中，未备份：${missing.slice(0, 10).join('、')}`,
    );
    process.exitCode = INCOMPLETE_EXIT_CODE;
  } else {
    const { counts, header, formerFilesFolder, appliedMigrations } = await restore(settings, path, isForced);
    console.log(
      `已恢复 ${header.madeAt} 的备份：${counts.rows} 行，${counts.files} 个文件（${sizeText(counts.bytes)}）。`,
    );
    if (appliedMigrations.length > 0) console.log(`备份来自较早的版本，已升级：${appliedMigrations.join('、')}`);
    if (formerFilesFolder) console.log(`原有文件已移到 ${formerFilesFolder}。`);
  }
}

void main();
