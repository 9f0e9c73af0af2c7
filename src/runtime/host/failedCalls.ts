import { notice } from './notice.ts';

interface FailedCalls {
  /** What could not be filled, by field or table. */
  names: Map<string, string>;
  /** The names of which the person was told last. */
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
 * Tells the person once of calls that have failed, before the form is submitted: false if they were told just now. They
 * may go on as they are the next time, since the values may be filled by hand.
 */
export function areFailedCallsTold(form: object): boolean {
  const failed = failedByForm.get(form);
  const names = [...(failed?.names.values() ?? [])].join('、');
  if (!failed || names === '' || failed.told === names) return true;
  failed.told = names;
  notice('warning', `${names}的关联数据没有取到，请重试或手工填写；确认无误可再次提交`);
  return false;
}
