import type { Settings } from '../../settings.ts';
import { OperatorError } from '../../store/operatorError.ts';
import { tryBucket } from './bucketStore.ts';
import { BucketError, type RetryPolicy } from './bucket.ts';

const START_POLICY: RetryPolicy = { callMs: 10_000, tries: 1, pauseMs: 0 };

/**
 * Checks the bucket before a server starts. Throws OperatorError if the bucket does not exist or refuses the keys.
 * Returns a warning for the operator if the bucket does not answer; otherwise null.
 */
export async function checkBucket({ bucket }: Pick<Settings, 'bucket'>): Promise<string | null> {
  if (bucket === null) return null;
  try {
    await tryBucket(bucket, START_POLICY);
    return null;
  } catch (error) {
    if (!(error instanceof BucketError)) throw error;
    if (error.isTemporary)
      return `文件存储 ${bucket.endpoint} 暂时连不上：在它恢复之前不能上传和打开文件，其他功能不受影响。`;
    throw new OperatorError(
      error.status === 404
        ? `存储桶 ${bucket.bucket} 不存在，未启动：请先在 ${bucket.endpoint} 创建，或检查 S3_BUCKET。`
        : `文件存储 ${bucket.endpoint} 拒绝访问存储桶 ${bucket.bucket}（${error.status} ${error.code}），未启动：请检查 S3_ACCESS_KEY、S3_SECRET_KEY 和 S3_REGION。`,
    );
  }
}
