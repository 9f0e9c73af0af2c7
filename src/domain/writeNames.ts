/** Names of the writes of a record that are not decisions of an approval, as stored in its history. */
export const WRITE_NAMES: Readonly<Record<string, string>> = {
  import: '导入',
  remove: '删除',
  restore: '恢复',
  // written by the product itself: by an effect, for a removed record, or for the response of a service
  effect: '联动更新',
  clear: '清除引用',
  call: '服务回填',
  finish: '办结',
};
