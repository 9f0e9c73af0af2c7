import { join } from 'node:path';
import type { Settings } from '../settings.ts';
import { createBucketStore } from './s3/bucketStore.ts';
import { createLocalStore, type FileStore } from './store.ts';

/** Where these settings keep the contents of files: the bucket they name, else the folder under `dataDir`. */
export const fileStoreOf = ({ bucket, dataDir }: Pick<Settings, 'bucket' | 'dataDir'>): FileStore =>
  bucket === null ? createLocalStore(join(dataDir, 'files')) : createBucketStore(bucket);
