import { notice } from './notice.ts';

interface FailedCalls {
  /** What could not be filled, by field or table. */
  names: Map<string, string>;
  /** The names in the last warning, joined; '' before the first one. */
  told: string;
}

const failedByForm = new WeakMap<object, FailedCalls>();

/**
 * Notes that the call of a field, or calls of a table, could not fill other fields or cells of the form (FK-025,
 * SC-025…029). `name`: what to call it in a message; null when nothing of it has failed.
 */
export function setFailedCall(form: object, key: string, name: string | null): void {
  const failed = failedByForm.get(form) ?? { names: new Map<string, string>(), told: '' };
  failedByForm.set(form, failed);
  if (name === null) failed.names.delete(key);
  else failed.names.set(key, name);
}

/**
 * Called before the form is submitted. Shows a warning with the calls that have failed and returns false; returns true
 * if there are none or the same warning was shown before, because the user may fill in the values by hand.
 */
export function areFailedCallsTold(form: object): boolean {
  const failed = failedByForm.get(form);
  const names = [...(failed?.names.values() ?? [])].join('、');
  if (!failed || names === '' || failed.told === names) return true;
  failed.told = names;
  notice('warning', `${names}的关联数据没有取到，请重试或手工填写；确认无误可再次提交`);
  return false;
}
