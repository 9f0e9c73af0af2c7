/** A bucket of an S3-compatible store that holds the contents of files instead of the folder under `DATA_DIR`. */
export interface BucketSettings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKey: string;
  secretKey: string;
  /** True if the bucket's name is a part of the path of its URLs; false if it is a part of the host name. */
  isPathStyle: boolean;
}

/** Bucket in which the contents of files are stored; null: in the folder. */
export interface StorageSettings {
  bucket: BucketSettings | null;
}

/** Functions that read settings from the environment and add errors to `problems`. */
interface Reader {
  text(name: string): string | null;
  flag(name: string, fallback: boolean): boolean;
  problems: string[];
}

/** The settings that require S3_ENDPOINT. */
const SETTINGS_THAT_NEED_ENDPOINT = [
  'S3_BUCKET',
  'S3_REGION',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'S3_PATH_STYLE',
] as const;

/** Reads S3_*; adds errors to `problems`. */
export function readStorage({ text, flag, problems }: Reader): StorageSettings {
  const endpoint = text('S3_ENDPOINT')?.replace(/\/+$/, '') ?? null;
  if (endpoint === null) {
    for (const name of SETTINGS_THAT_NEED_ENDPOINT)
      if (text(name) !== null) problems.push(`${name}：还须设置 S3_ENDPOINT`);
    return { bucket: null };
  }
  if (!/^https?:\/\/[^\s?#@]+$/.test(endpoint) || !URL.canParse(endpoint))
    problems.push('S3_ENDPOINT：应为 http:// 或 https:// 开头的地址，不含账号和参数');
  const [bucket, accessKey, secretKey] = [text('S3_BUCKET'), text('S3_ACCESS_KEY'), text('S3_SECRET_KEY')];
  if (bucket === null || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket))
    problems.push('S3_BUCKET：应为 3 到 63 个小写字母、数字、点或短横线');
  if (accessKey === null) problems.push('S3_ACCESS_KEY：未设置');
  if (secretKey === null) problems.push('S3_SECRET_KEY：未设置');
  return {
    bucket: {
      endpoint,
      bucket: bucket ?? '',
      region: text('S3_REGION') ?? 'us-east-1',
      accessKey: accessKey ?? '',
      secretKey: secretKey ?? '',
      isPathStyle: flag('S3_PATH_STYLE', true),
    },
  };
}

/** Returns the settings of storage as lines for the start log, without secrets. */
export const storageLines = ({ bucket }: StorageSettings): [string, string][] => [
  [
    'S3',
    bucket === null
      ? '（未设置 S3_ENDPOINT，文件存放在 DATA_DIR 中）'
      : `${bucket.endpoint}，存储桶 ${bucket.bucket}，${bucket.region}${bucket.endpoint.startsWith('http:') ? '（未加密）' : ''}`,
  ],
];
