import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVocabulary } from '../../kernel/index.ts';
import type { ServerContext } from '../context.ts';
import type { Author } from '../documents/index.ts';
import { Refusal } from '../http/refusal.ts';
import { createReadiness } from '../observe/readiness.ts';
import { createMetrics } from '../observe/metrics.ts';
import { registerModules } from '../register.ts';
import { readSettings, type Settings } from '../settings.ts';
import { failureText } from '../startFailure.ts';
import { runAs } from '../store/actor.ts';
import { connectWithoutTimeout } from '../store/connect.ts';
import type { Db } from '../store/database.ts';
import { OperatorError } from '../store/operatorError.ts';
import { definitions } from '../widgets.generated.ts';
import {
  folderFiles,
  importPack,
  itemText,
  listItems,
  readItemsForPack,
  type Preview,
  previewPack,
  readFolder,
} from '../packs/index.ts';
import { readFiles, writeFiles } from './documentFolderFiles.ts';

const USAGE = `用法：npm run documents:export -- --to 文件夹
      npm run documents:import -- --from 文件夹 [--check] [--overwrite] [--by 账号]
把已发布的表单、流程、界面、数据集，以及字典、角色、菜单写成文本文件，供版本管理；或从这样的文件夹导入。
--check：只检查并列出差别，不导入。--overwrite：本系统中另外改动过的内容也用文件夹中的覆盖（默认跳过并列出）。
--by：以哪个管理员的名义发布，默认是最早的管理员。一次导入可在“配置包”页面整体撤销。
数据库由 DATA_DIR 或 DATABASE_URL 决定；使用内置数据库时请先停止服务。`;
/** Exit code when items of the folder were skipped because they were also changed in this installation. */
const EXIT_SKIPPED = 2;
const projectDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

interface Command {
  name: 'export' | 'import';
  folder: string;
  /** True (`--check`): the differences are listed, but nothing is imported. */
  isCheck: boolean;
  /** True (`--overwrite`): items that were also changed in this installation are overwritten. */
  isForced: boolean;
  /** The user name of the administrator who publishes the documents; null: the first administrator. */
  by: string | null;
}

/** Parses the arguments of the command line. Returns null if they are not a valid command. */
function readCommand([name, ...options]: readonly string[]): Command | null {
  const command = { folder: '', isCheck: false, isForced: false, by: null as string | null };
  for (let i = 0; i < options.length; i += 1) {
    const option = options[i];
    if (option === '--check' && name === 'import') command.isCheck = true;
    else if (option === '--overwrite' && name === 'import') command.isForced = true;
    else if (option === '--by' && name === 'import' && options[i + 1]) command.by = options[(i += 1)] ?? null;
    else if (option === (name === 'export' ? '--to' : '--from') && options[i + 1])
      command.folder = options[(i += 1)] ?? '';
    else return null;
  }
  return (name === 'export' || name === 'import') && command.folder !== '' ? { name, ...command } : null;
}

/** Returns the author of the publications. Throws OperatorError when the account is not an enabled administrator. */
async function authorOf(db: Db, username: string | null): Promise<Author> {
  const author = await db
    .selectFrom('sys_user as u')
    .innerJoin('sys_user_role as r', 'r.user_id', 'u.id')
    .select(['u.id', 'u.name'])
    .where('r.role_code', '=', 'admin')
    .where('u.is_disabled', '=', false)
    .$if(username !== null, (query) => query.where('u.username', '=', username))
    .orderBy('u.id')
    .executeTakeFirst();
  if (author) return author;
  throw new OperatorError(username === null ? '没有在用的管理员账号。' : `“${username}”不是在用的管理员账号。`);
}

const STATES = { new: '新增', changed: '更新', conflict: '本系统中另有改动', same: '相同' } as const;

/**
 * Prints the changed items of an import, the number of unchanged ones, missing references, effects on other documents,
 * and problems. Returns whether the import is possible.
 */
function printPreview({ items, missing, problems, effects }: Preview): boolean {
  for (const item of items)
    if (item.state !== 'same') console.log(`${STATES[item.state]}${item.isTaken ? '' : '（跳过）'}：${itemText(item)}`);
  console.log(`相同：${items.filter(({ state }) => state === 'same').length} 项`);
  for (const { by, place, name, key, mapped } of missing)
    console.log(
      mapped === null
        ? `缺少：${by}的${place}用到“${name}”（${key}）`
        : `对应：“${name}”（${key}）在本系统中是 ${mapped}`,
    );
  for (const effect of effects)
    console.log(`${effect.isBreaking ? '错误' : '影响'}：${itemText(effect)}：${effect.message}`);
  for (const problem of problems)
    console.log(
      `${problem.level === 'error' ? '错误' : '提醒'}：${itemText(problem)}${problem.path.length === 0 ? '' : `（${problem.path.join(' › ')}）`}：${problem.message}`,
    );
  return !problems.some(({ level }) => level === 'error') && !effects.some(({ isBreaking }) => isBreaking);
}

async function exportTo(db: Db, folder: string): Promise<void> {
  const { written, unchanged, removed } = writeFiles(
    folder,
    folderFiles(await readItemsForPack(db, await listItems(db))),
  );
  console.log(`已导出到 ${folder}：写入 ${written} 个文件，${unchanged} 个没有变化，删除 ${removed} 个。`);
}

async function importFrom(
  context: ServerContext,
  author: Author,
  { folder, isCheck, isForced }: Command,
): Promise<void> {
  const items = await readFolder(readFiles(folder));
  const pack = {
    name: `文件夹 ${basename(resolve(folder))}`.slice(0, 200),
    note: '',
    madeAt: '',
    madeBy: author.name,
    items,
  };
  const choice = { pack, take: isForced ? items : null };
  const preview = await previewPack(context, author, choice);
  const isPossible = printPreview(preview);
  if (!isPossible) throw new OperatorError('有错误，未导入。');
  if (preview.items.some(({ state, isTaken }) => state === 'conflict' && !isTaken)) process.exitCode = EXIT_SKIPPED;
  if (isCheck) console.log('检查完毕，未导入。');
  else if (!preview.items.some(({ isTaken }) => isTaken)) console.log('没有需要导入的内容。');
  else {
    const { added, changed } = await importPack(
      context,
      author,
      { ...choice, seen: preview.seen },
      async () => undefined,
    );
    console.log(`已导入：新增 ${added} 项，更新 ${changed} 项。可在“配置包”页面撤销。`);
  }
}

/** Runs the command. The database must have been migrated by the server. */
async function run(settings: Settings, command: Command): Promise<void> {
  const ignore = (): void => undefined;
  const store = await connectWithoutTimeout(settings, { onRestart: ignore, onFatal: ignore, onConnectionLost: ignore });
  try {
    if (command.name === 'export') return await exportTo(store.db, command.folder);
    const context: ServerContext = {
      db: store.db,
      settings,
      vocabulary: createVocabulary(definitions),
      fileAccess: [],
      metrics: createMetrics(),
      readiness: createReadiness(),
    };
    registerModules(context);
    const author = await authorOf(store.db, command.by);
    const actor = { userId: author.id, userName: author.name, address: '', requestId: '' };
    await runAs(actor, () => importFrom(context, author, command));
  } catch (error) {
    if (error instanceof Refusal) throw new OperatorError(error.message);
    throw error;
  } finally {
    await store.close();
  }
}

const command = readCommand(process.argv.slice(2));
const result = readSettings(process.env, projectDir);
const fail = (message: string): never => {
  console.error(message);
  process.exit(1);
};
if (!command) fail(USAGE);
else if (!result.ok) fail(result.problems.join('\n'));
else await run(result.settings, command).catch((error: unknown) => fail(failureText(error, result.settings)));
