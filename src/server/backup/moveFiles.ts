import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fileStoreOf, moveFiles } from '../files/index.ts';
import { sizeText } from '../http/sizeText.ts';
import { readSettings, type Settings } from '../settings.ts';
import { failureText } from '../startFailure.ts';
import { connectWithoutTimeout } from '../store/connect.ts';
import { OperatorError } from '../store/operatorError.ts';

const USAGE = `用法：npm run files:move -- --to s3|folder [--delete]
在 DATA_DIR 的文件夹和 S3_* 所设的存储桶之间复制全部文件，逐个读回核对；中断后再运行一次即可接着做。
--delete：全部核对无误后删除原处的文件。数据库由 DATA_DIR 或 DATABASE_URL 决定；使用内置数据库时请先停止服务。`;
/** Exit code if a file is missing or differs from its row. */
const INCOMPLETE_EXIT_CODE = 2;
const PROGRESS_STEP = 200;
const projectDir = join(dirname(fileURLToPath(import.meta.url)), '..', '..');

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/**
 * Copies all files of the installation with these settings to the bucket (`s3`) or to the folder. With
 * `removesOriginals`, deletes the originals after all copies have been verified.
 */
async function move(settings: Settings, to: 's3' | 'folder', removesOriginals: boolean): Promise<void> {
  if (settings.bucket === null) throw new OperatorError('S3_ENDPOINT 未设置，不知道存储桶在哪里。');
  const folder = fileStoreOf({ ...settings, bucket: null });
  const bucket = fileStoreOf(settings);
  const ignore = (): void => undefined;
  const store = await connectWithoutTimeout(settings, { onRestart: ignore, onFatal: ignore, onConnectionLost: ignore });
  try {
    const [source, target] = to === 's3' ? [folder, bucket] : [bucket, folder];
    const result = await moveFiles(store.db, {
      from: source,
      to: target,
      removesOriginals,
      onProgress: (done) => {
        if (done % PROGRESS_STEP === 0) console.log(`已处理 ${done} 个文件…`);
      },
    });
    console.log(
      `${target.location} 中有 ${result.copied + result.present} 个文件（${sizeText(result.bytes)}）已核对，其中新复制 ${result.copied} 个。`,
    );
    const { missing, differing } = result;
    if (missing.length > 0) console.warn(`${missing.length} 个文件的内容不在原处：${missing.slice(0, 10).join('、')}`);
    if (differing.length > 0)
      console.warn(`${differing.length} 个文件与登记的内容不符，没有复制：${differing.slice(0, 10).join('、')}`);
    if (missing.length + differing.length > 0) process.exitCode = INCOMPLETE_EXIT_CODE;
    if (removesOriginals)
      console.log(result.removed > 0 ? `已删除原处的 ${result.removed} 个文件。` : '原处的文件没有删除。');
    else console.log('原处的文件没有删除；确认无误后可加 --delete 再运行一次。');
    console.log(to === 's3' ? '现在可以用 S3_* 设置启动服务。' : '现在可以去掉 S3_* 设置启动服务。');
  } finally {
    await store.close();
  }
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const isDeleting = args.includes('--delete');
  const [option, to, ...extraArguments] = args.filter((argument) => argument !== '--delete');
  if (option !== '--to' || (to !== 's3' && to !== 'folder') || extraArguments.length > 0) fail(USAGE);
  const result = readSettings(process.env, projectDir);
  if (!result.ok) fail(result.problems.join('\n'));
  await move(result.settings, to, isDeleting).catch((error: unknown) => fail(failureText(error, result.settings)));
}

void main();
