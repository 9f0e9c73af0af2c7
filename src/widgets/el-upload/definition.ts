import { uploadLimits } from './limits.ts';
import type { NodeByTag } from '../../grammar/nodes.ts';
import { fileRefs } from '../../domain/fileValue.ts';
import type { WidgetDefinition } from '../../kernel/index.ts';

/**
 * File upload (FT-011, FL-002). The value is a list of file ids (or addresses, OD-046) joined by commas. The text is
 * only the count, because file names need a request; the view face lists the files.
 */
export const definition: WidgetDefinition<NodeByTag['el-upload']> = {
  tag: 'el-upload',
  kind: 'field',
  valueType: 'string',
  files: { refs: fileRefs, limits: uploadLimits },
  isWide: () => true,
  column: {
    width: 220,
    listWidth: 220,
    isSortable: false,
    isLeftOut: true,
    needsFace: true,
    hint: (node) => node.buttonText ?? '上传附件',
    keys: { needsFocus: true, controls: 'several' },
  },
  sheet: { refusal: '附件需要上传' },
  validate(value, node) {
    const limit = node.fileCountLimit;
    return limit !== undefined && fileRefs(value).length > limit ? `最多 ${limit} 个文件` : null;
  },
  text(value) {
    const count = fileRefs(value).length;
    return count === 0 ? '' : `${count} 个文件`;
  },
  fromText: (text) => (text.trim() === '' ? { ok: true, value: '' } : { ok: false, message: '附件需要上传，不能粘贴' }),
};
