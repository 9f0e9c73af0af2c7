import { isAboutTask, kindOfReminder } from '../../domain/messageKinds.ts';
import type { Reminder } from '../../runtime/services/messageServices.ts';
import { detailAddress } from '../navigation/pageNavigation.ts';

/**
 * Returns the address of the page that a reminder opens; null if it opens no page. A reminder of a task opens the
 * task's record as a to-do (TC-002); a mention opens the tab `talk` of the record, which shows the comments.
 */
export function reminderAddress({
  kind,
  formKey,
  recordId,
  link,
}: Pick<Reminder, 'kind' | 'formKey' | 'recordId' | 'link'>): string | null {
  if (!formKey || !recordId) return link || null;
  return detailAddress({
    formKey,
    id: recordId,
    ...(isAboutTask(kindOfReminder(kind)) ? { todo: '1' } : {}),
    ...(kind === 'mention' ? { tab: 'talk' } : {}),
  });
}
