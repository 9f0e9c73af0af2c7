/**
 * Chinese names of actions in the change history of records, by the stored name of the action. The names for saving and
 * for the actions of approvals are defined elsewhere.
 */
export const WRITE_NAMES: Readonly<Record<string, string>> = {
  import: '导入',
  remove: '删除',
  restore: '恢复',
  // the following writes are made by the product itself
  /** An effect changed the record. */
  effect: '联动更新',
  /** References to a removed record were cleared. */
  clear: '清除引用',
  /** Fields were filled from the response of a service. */
  call: '服务回填',
  /** The record was set to finished, because it was stored before its form got a process. */
  finish: '办结',
};
