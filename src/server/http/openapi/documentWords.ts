/** Words of the calls that say what uses a document, what its publication touches, and how it ends. */
export const DOCUMENT_WORDS: Readonly<Record<string, string>> = {
  acknowledged: '已查看的影响（impact 的 seen）',
  newKey: '新的键',
  removed: '不再有的字段或项',
  breaks: '会失效的地方',
  touches: '受影响的地方',
  isMore: '实际更多',
  disabledBy: '停用人；使用中为空',
  use: '用途',
  isDisabled: '已停用',
  hits: '标题以外命中的内容',
  marks: '命中的位置：起、止（UTF-16）',
  hasFlow: '有审批流程',
};
