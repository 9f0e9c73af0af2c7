import type { NodeByTag } from '../../grammar/nodes.ts';
import type { UploadLimits } from '../../kernel/index.ts';

type Node = NodeByTag['el-upload'];

const DEFAULT_MAX_COUNT = 5;
const DEFAULT_MAX_BYTES = 5 * 1024 ** 2;
const UNIT_BYTES = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };
/** Default file types of fields without `accept` (FL-010, FL-018). */
const DOCUMENT_TYPES = ['doc', 'xls', 'ppt', 'txt', 'pdf'];
const PICTURE_TYPES = ['png', 'jpg', 'jpeg'];

const extensionOfName = (name: string): string =>
  (name.includes('.') ? (name.split('.').at(-1) ?? '') : '').toLowerCase();

/** Returns true if an entry of `accept` permits the file: `.pdf`, `image/*`, `application/pdf`, or a bare `pdf`. */
function accepts(entry: string, file: { name: string; type: string }): boolean {
  if (entry.startsWith('.')) return extensionOfName(file.name) === entry.slice(1);
  if (entry.endsWith('/*')) return file.type.startsWith(entry.slice(0, -1));
  return entry.includes('/') ? file.type === entry : extensionOfName(file.name) === entry;
}

/**
 * Returns the limits of an upload field. `ceiling`: the server's maximum file size in bytes (OD-047), which limits the
 * field's own maximum.
 */
export function uploadLimits(node: Node, ceiling = Number.POSITIVE_INFINITY): UploadLimits {
  const isPicture = node['list-type'] === 'picture' || node['list-type'] === 'picture-card';
  const acceptEntries = (node.accept ?? '')
    .toLowerCase()
    .split(/[,，\s]+/)
    .filter(Boolean);
  const defaults = isPicture ? PICTURE_TYPES : DOCUMENT_TYPES;
  const unit = node.sizeUnit ?? 'MB';
  const size = node.fileSize ?? DEFAULT_MAX_BYTES / UNIT_BYTES[unit];
  return {
    isPicture,
    // `doc` includes docx (FL-010), but a file dialog needs both extensions
    accept:
      acceptEntries.length > 0
        ? acceptEntries.map((entry) => (/[./*]/.test(entry) ? entry : `.${entry}`)).join(',')
        : (isPicture ? PICTURE_TYPES : ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'pdf'])
            .map((type) => `.${type}`)
            .join(','),
    typeNames: (acceptEntries.length > 0 ? acceptEntries.map((entry) => entry.replace(/^\./, '')) : defaults)
      .join('、')
      .replace('image/*', '图片'),
    maxSize: Math.min(size * UNIT_BYTES[unit], ceiling),
    maxSizeText: size * UNIT_BYTES[unit] > ceiling ? `${Math.floor(ceiling / UNIT_BYTES.MB)} MB` : `${size} ${unit}`,
    maxCount: node.fileCountLimit ?? DEFAULT_MAX_COUNT,
    isAllowed: (file) =>
      acceptEntries.length > 0
        ? acceptEntries.some((entry) => accepts(entry, file))
        : defaults.some((type) => file.type.includes(type) || extensionOfName(file.name).includes(type)),
  };
}

/** The message for a reached maximum count, in the wording of FL-008. */
export const COUNT_REACHED_MESSAGE = '超过最大上传数量，如果要上传新的附件，请删除旧的文件。';

/**
 * Splits the picked files into files to upload and warnings about the others (FL-008, FL-013…015). If the files would
 * exceed the maximum count, none is accepted.
 */
export function acceptFiles(
  files: readonly File[],
  existingCount: number,
  node: Node,
  ceiling?: number,
): { accepted: readonly File[]; warnings: readonly string[] } {
  const limits = uploadLimits(node, ceiling);
  // the message of FL-008 is for a configured limit; the default limit uses the message of FL-015
  if (existingCount >= limits.maxCount && node.fileCountLimit !== undefined)
    return { accepted: [], warnings: [COUNT_REACHED_MESSAGE] };
  if (existingCount + files.length > limits.maxCount)
    return { accepted: [], warnings: [`上传文件数量不能超过 ${limits.maxCount} 个`] };
  const warnings: string[] = [];
  const accepted = files.filter((file) => {
    if (!limits.isAllowed(file)) {
      warnings.push(`“${file.name}”文件格式不正确，请上传${limits.typeNames}格式的文件`);
      return false;
    }
    if (file.size > limits.maxSize) {
      warnings.push(`“${file.name}”过大，上传文件大小不能超过 ${limits.maxSizeText}`);
      return false;
    }
    return true;
  });
  return { accepted, warnings };
}
