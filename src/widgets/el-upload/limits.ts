import type { NodeByTag } from '../../grammar/nodes.ts';
import type { UploadLimits } from '../../kernel/index.ts';

type Node = NodeByTag['el-upload'];

const UNIT = { KB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 };
/** FL-010 and FL-018: what may be uploaded where the document does not say. */
const DOCUMENTS = ['doc', 'xls', 'ppt', 'txt', 'pdf'];
const PICTURES = ['png', 'jpg', 'jpeg'];

const extension = (name: string): string => (name.includes('.') ? (name.split('.').at(-1) ?? '') : '').toLowerCase();

/** One entry of `accept`: `.pdf`, `image/*`, `application/pdf`, or a bare `pdf`. */
function accepts(entry: string, file: { name: string; type: string }): boolean {
  if (entry.startsWith('.')) return extension(file.name) === entry.slice(1);
  if (entry.endsWith('/*')) return file.type.startsWith(entry.slice(0, -1));
  return entry.includes('/') ? file.type === entry : extension(file.name) === entry;
}

/** `ceiling`: bytes above which no file goes up at all (OD-047): the smaller of both counts. */
export function uploadLimits(node: Node, ceiling = Number.POSITIVE_INFINITY): UploadLimits {
  const isPicture = node['list-type'] === 'picture' || node['list-type'] === 'picture-card';
  const given = (node.accept ?? '')
    .toLowerCase()
    .split(/[,，\s]+/)
    .filter(Boolean);
  const defaults = isPicture ? PICTURES : DOCUMENTS;
  const unit = node.sizeUnit ?? 'MB';
  const size = node.fileSize ?? 5 * (UNIT.MB / UNIT[unit]);
  return {
    isPicture,
    // doc stands for docx too (FL-010: matched by mime type or extension), which a file dialog must be told
    accept:
      given.length > 0
        ? given.map((entry) => (/[./*]/.test(entry) ? entry : `.${entry}`)).join(',')
        : (isPicture ? PICTURES : ['doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'txt', 'pdf'])
            .map((type) => `.${type}`)
            .join(','),
    typeNames: (given.length > 0 ? given.map((entry) => entry.replace(/^\./, '')) : defaults)
      .join('、')
      .replace('image/*', '图片'),
    maxSize: Math.min(size * UNIT[unit], ceiling),
    maxSizeText: size * UNIT[unit] > ceiling ? `${Math.floor(ceiling / UNIT.MB)} MB` : `${size} ${unit}`,
    maxCount: node.fileCountLimit ?? 5,
    isAllowed: (file) =>
      given.length > 0
        ? given.some((entry) => accepts(entry, file))
        : defaults.some((type) => file.type.includes(type) || extension(file.name).includes(type)),
  };
}

/** FL-008, verbatim. */
export const COUNT_REACHED = '超过最大上传数量，如果要上传新的附件，请删除旧的文件。';

/**
 * FL-008, FL-013…015: which of the picked files may go, and what to tell about the others. A limit that is
 * reached already, or would be passed, drops the whole pick.
 */
export function admit(
  files: readonly File[],
  existing: number,
  node: Node,
  ceiling?: number,
): { accepted: readonly File[]; warnings: readonly string[] } {
  const limits = uploadLimits(node, ceiling);
  // FL-008 is the sentence of a configured limit; the control's own limit speaks as FL-015 has it
  if (existing >= limits.maxCount && node.fileCountLimit !== undefined)
    return { accepted: [], warnings: [COUNT_REACHED] };
  if (existing + files.length > limits.maxCount)
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
