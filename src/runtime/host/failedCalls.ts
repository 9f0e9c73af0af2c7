import { notice } from './notice.ts';

interface FailedCalls {
  /** Display names of the fields and tables whose calls have failed, by key. */
  names: Map<string, string>;
  /** The names in the last warning, joined; '' before the first warning. */
  lastWarning: string;
}

const failedByForm = new WeakMap<object, FailedCalls>();

/**
 * Stores whether the calls of a field or table that fill other fields or cells of the form have failed (FK-025,
 * SC-025…029). `name`: display name of the field or table; null when no call has failed.
 */
export function setFailedCall(form: object, key: string, name: string | null): void {
  const failedCalls = failedByForm.get(form) ?? { names: new Map<string, string>(), lastWarning: '' };
  failedByForm.set(form, failedCalls);
  if (name === null) failedCalls.names.delete(key);
  else failedCalls.names.set(key, name);
}

/**
 * Called before the form is submitted. If calls failed and the last warning did not name the same calls, shows a
 * warning and returns false. Otherwise returns true: after a warning the user may fill in the values by hand.
 */
export function checkFailedCalls(form: object): boolean {
  const failedCalls = failedByForm.get(form);
  const names = [...(failedCalls?.names.values() ?? [])].join('、');
  if (!failedCalls || names === '' || failedCalls.lastWarning === names) return true;
  failedCalls.lastWarning = names;
  notice('warning', `${names}的关联数据没有取到，请重试或手工填写；确认无误可再次提交`);
  return false;
}
