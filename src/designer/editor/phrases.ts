/** The editor's own words in Chinese. */
export const PHRASES: Readonly<Record<string, string>> = {
  'Find': '查找', 'Replace': '替换为', 'next': '下一个', 'previous': '上一个', 'all': '全部选中', 'match case': '区分大小写',
  'regexp': '正则', 'by word': '整词', 'replace': '替换', 'replace all': '全部替换', 'close': '关闭', 'current match': '当前匹配',
  'on line': '位于行', 'replaced match on line $': '已替换第 $ 行', 'replaced $ matches': '已替换 $ 处', 'Go to line': '跳到行',
  'go': '跳转', 'Completions': '补全', 'Diagnostics': '问题', 'No diagnostics': '没有问题', 'Selection deleted': '已删除选中内容',
  'Control character': '控制字符', 'folded code': '已折叠', 'unfold': '展开', 'to': '至', 'Fold line': '折叠', 'Unfold line': '展开',
  'Folded lines': '已折叠行', 'Unfolded lines': '已展开行',
};
