import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { createBucketStore } from './s3/bucketStore.ts';
import { createLocalStore, type FileStore } from './fileStore.ts';

/** Returns the file store of these settings: the configured bucket, else the folder under `dataDir`. */
export const fileStoreOf = ({ bucket, dataDir }: Pick<Settings, 'bucket' | 'dataDir'>): FileStore =>
  bucket === null ? createLocalStore(join(dataDir, 'files')) : createBucketStore(bucket);
